/**
 * What writes cost against another commit's tree, in turns in one run: `npm run bench -- writes <its folder>`, made by
 * `git archive` and with `node_modules`. A number of conversations (20,000) and one of rounds (300) may follow.
 */
import { cpSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { OpenCenter } from '../center/open-center.ts';
import { benchFolder, figure, inTurns, median, tookMs } from '../harness/figures.ts';

const [otherTree = '', ...numbers] = process.argv.slice(2);
const [count = 20_000, rounds = 300] = numbers.map(Number);
if (otherTree === '') throw new Error('Name the folder of the other tree.');

const folder = benchFolder();
const settings = { rateLimit: 10_000_000 };
const before = join(folder, 'before.db');
const after = join(folder, 'after.db');

function from(tree: string, path: string) {
  return import(join(resolve(tree), path));
}

/** Fills a database by the other tree and copies it: both then hold the same conversations. */
async function fillBoth(): Promise<OpenCenter> {
  const { openCenter } = await from(otherTree, 'test/center/open-center.ts');
  const { fill, prepare } = await from(otherTree, 'test/bench/center-data.ts');
  const first: OpenCenter = await openCenter({ database: before, settings });
  await prepare(first);
  await fill(first, count);
  await first.close();
  cpSync(before, after);
  return first;
}

/** A tree's center on a filled database. Its people keep their tokens; its clock is moved by hand. */
async function reopen(tree: string, database: string, first: OpenCenter) {
  const { createCenter } = await from(tree, 'src/center/center.ts');
  const clock = { now: first.clock.now };
  const center = await createCenter({
    database,
    attachmentsFolder: `${database}-files`,
    settings,
    now: () => clock.now,
    elapsed: () => 0,
  });
  const call = async (method: string, path: string, options: Parameters<OpenCenter['call']>[2] = {}) => {
    const response: Response = await center.fetch(first.request(method, path, options));
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} ${path}: ${text}`);
  };
  return { call, clock, close: () => center.close() };
}

type Reopened = Awaited<ReturnType<typeof reopen>>;

/** A conversation that was not merged away (see center-data.ts). */
function live(round: number): number {
  const id = 1 + ((round * 7_919) % (count - 1_000));
  return id % 500 === 7 ? id + 1 : id;
}

const writes: Readonly<Record<string, (desk: Reopened, round: number) => Promise<void>>> = {
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
        assign_to: round % 3 === 0 ? null : first.adminId,
      },
    }),
  archive: (desk, round) => desk.call('POST', `/conversations/${live(round + 7)}/archive`),
};

/** Milliseconds by the clock, and of all threads' processor time: other work on the machine does not count. */
async function sample(desk: Reopened, write: () => Promise<void>) {
  desk.clock.now += 1_000;
  const used = process.cpuUsage();
  const ms = await tookMs(write);
  const { user, system } = process.cpuUsage(used);
  await nextTurn();
  return { tookMs: ms, cpuMs: (user + system) / 1_000 };
}

const first = await fillBoth();
const [there, here] = [await reopen(otherTree, before, first), await reopen('.', after, first)];
for (const [name, write] of Object.entries(writes)) {
  const measure = (desk: Reopened) => (round: number) => sample(desk, () => write(desk, round));
  const { was, is } = await inTurns({ was: measure(there), is: measure(here) }, rounds);
  const told = (part: 'tookMs' | 'cpuMs') => {
    const [old, now] = [was, is].map(some => median(some.map(one => one[part]))) as [number, number];
    return `${old.toFixed(2)} → ${now.toFixed(2)} ms ${(now / old).toFixed(2)} ×`;
  };
  figure(name, '≤ 1.15 ×', `p50 ${told('tookMs')}   CPU ${told('cpuMs')}`);
}
await there.close();
await here.close();
