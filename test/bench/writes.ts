/**
 * What writes cost against another commit's tree, in turns in one run: `npm run bench -- writes <its folder>`, made by
 * `git archive` and with `node_modules`. A number of conversations (20,000) and one of rounds (300) may follow.
 */
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { createCenter } from '../../src/center/center.ts';
import type { OpenCenter } from '../center/open-center.ts';
import { figure, median } from './figures.ts';

const [otherTree = '', ...numbers] = process.argv.slice(2);
const [count = 20_000, rounds = 300] = numbers.map(Number);
if (otherTree === '') throw new Error('Name the folder of the other tree.');

const folder = mkdtempSync(join(tmpdir(), 'frontdesk-bench-'));
function database(name: string) {
  return join(folder, `${name}.db`);
}

/** A tree's center on a database that is there; its clock goes on by a second a round. */
async function openIn(tree: string, path: string): Promise<OpenCenter> {
  const { openCenter } = await import(join(resolve(tree), 'test/center/open-center.ts'));
  return openCenter({ database: path, settings: { rateLimit: 10_000_000 } });
}

/** Fills a database by the other tree, and brings a copy of it up to date: both then hold the same conversations. */
async function openBoth(): Promise<{ readonly before: OpenCenter; readonly after: OpenCenter }> {
  const { fill, prepare } = await import(join(resolve(otherTree), 'test/bench/center-data.ts'));
  const first = await openIn(otherTree, database('before'));
  await prepare(first);
  await fill(first, count);
  await first.close();
  cpSync(database('before'), database('after'));
  const filled = await createCenter({ database: database('after'), attachmentsFolder: join(folder, 'files') });
  await filled.close();
  return { before: await reopen(otherTree, 'before', first), after: await reopen('.', 'after', first) };
}

/** `openCenter` makes its people again; those of the first opening continue with their tokens. */
async function reopen(tree: string, name: string, first: OpenCenter): Promise<OpenCenter> {
  const { createCenter: create } = await import(join(resolve(tree), 'src/center/center.ts'));
  const clock = { ...first.clock };
  const center = await create({
    database: database(name),
    attachmentsFolder: join(folder, name),
    settings: { rateLimit: 10_000_000 },
    now: () => clock.now,
    elapsed: () => 0,
  });
  return {
    ...first,
    center,
    clock,
    fetch: (method, path, options) => center.fetch(first.request(method, path, options)),
    call: async (method, path, options) => {
      const response = await center.fetch(first.request(method, path, options));
      const text = await response.text();
      if (!response.ok) throw new Error(`${method} ${path}: ${text}`);
      return { status: response.status, headers: response.headers, body: text === '' ? '' : JSON.parse(text) };
    },
    close: () => center.close(),
  };
}

type Write = (desk: OpenCenter, round: number) => Promise<unknown>;

function spread(round: number): number {
  return 1 + ((round * 7_919) % (count - 1_000));
}

function live(round: number): number {
  return spread(round) % 500 === 7 ? spread(round) + 1 : spread(round);
}

const writes: Readonly<Record<string, Write>> = {
  'create a conversation': (desk, round) =>
    desk.call('POST', '/conversations', {
      body: { title: `Parcel ${round}`, inbox_id: 5, contacts: [1 + round], tags: ['tag3', 'tag77'] },
    }),
  'a customer’s message': (desk, round) =>
    desk.call('POST', `/conversations/${live(round)}/messages`, {
      as: 'key',
      body: { body_text: `Where is my parcel ${round}?` },
    }),
  'an agent’s message': (desk, round) =>
    desk.call('POST', `/conversations/${live(round)}/messages`, { body: { body_text: `It is on its way, ${round}.` } }),
  'mass update of 50': (desk, round) =>
    desk.call('PUT', '/conversations', {
      body: {
        conversation_ids: Array.from({ length: 50 }, (_, at) => live(round + at * 13)),
        conversation_status_id: 1 + (round % 2),
        added_tags: ['bench', `bench${round}`],
        assign_to: round % 3 === 0 ? null : desk.adminId,
      },
    }),
  archive: (desk, round) => desk.call('POST', `/conversations/${live(round + 7)}/archive`),
};

interface Sample {
  readonly tookMs: number;
  /** Of all threads: other work on the machine does not count. */
  readonly cpuMs: number;
}

async function sample(write: () => Promise<unknown>): Promise<Sample> {
  const start = performance.now();
  const before = process.cpuUsage();
  await write();
  const { user, system } = process.cpuUsage(before);
  return { tookMs: performance.now() - start, cpuMs: (user + system) / 1_000 };
}

/** Both in turns, each first as often as the other. */
async function compare(both: readonly [OpenCenter, OpenCenter], write: Write): Promise<[Sample[], Sample[]]> {
  const samples: [Sample[], Sample[]] = [[], []];
  for (let round = 0; round < rounds; round += 1)
    for (const at of round % 2 === 0 ? ([0, 1] as const) : ([1, 0] as const)) {
      const desk = both[at];
      desk.clock.now += 1_000;
      samples[at].push(await sample(() => write(desk, round)));
      await nextTurn();
    }
  return samples;
}

function told(was: readonly number[], is: readonly number[]): string {
  return `${median(was).toFixed(2)} → ${median(is).toFixed(2)} ms ${(median(is) / median(was)).toFixed(2)} ×`;
}

const { before, after } = await openBoth();
try {
  for (const [name, write] of Object.entries(writes)) {
    const [was, is] = await compare([before, after], write);
    const of = (part: keyof Sample) =>
      told(...([was, is].map(some => some.map(one => one[part])) as [number[], number[]]));
    figure(name, '≤ 1.15 ×', `p50 ${of('tookMs')}   CPU ${of('cpuMs')}`);
  }
} finally {
  await before.close();
  await after.close();
  rmSync(folder, { recursive: true, force: true });
}
