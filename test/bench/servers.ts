/**
 * What 50 agents do at one, two and four `serve` on one PostgreSQL, and the mail that comes meanwhile, against another
 * commit's tree, in turns in one run: `npm run bench -- servers <its folder>`, made by `git archive`, with `node_modules`,
 * and built. A number of rounds (4) and of seconds for each (8) may follow. The server of PostgreSQL is one of its own,
 * which syncs each commit to the disk. After the rounds it logs its statements, for the share of the writes that were
 * alone: see `WriterDialect`.
 */
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createClient } from '../faults/client.ts';
import { type MailSettings, startMailServing } from '../faults/mail-serving.ts';
import type { Serving } from '../faults/serving.ts';
import { benchFolder, figure, inTurns, median, percentile } from '../harness/figures.ts';
import { untilLmtp } from '../harness/lmtp-client.ts';
import { askPostgres, postgresUrl, startPostgres } from '../harness/postgres.ts';
import { openRelay } from '../harness/relay.ts';
import { deadlocksIn, keyOf, logSettings, type Written, writtenDuring } from './servers-alone.ts';
import { CONVERSATIONS, createMix, type Mix } from './servers-mix.ts';

const [otherTree = '', ...numbers] = process.argv.slice(2);
const [rounds = 4, seconds = 8] = numbers.map(Number);
if (otherTree === '') throw new Error('Name the folder of the other tree.');

const AGENTS = 50;
/** An agent thinks for as long at most between two turns, in milliseconds. */
const PAUSES = { 'one after another': 0, 'with pauses': 2_000 } as const;

const folder = benchFolder();
const server = await startPostgres(logSettings);
if (typeof server === 'string') throw new Error(server);
const { folder: place } = server;
const relay = await openRelay();
const client = createClient();

function urlOf(name: string): string {
  return postgresUrl(place, name);
}

interface Agent {
  readonly id: number;
  readonly token: string;
}

/** Fills a tree's database by its own code: its tables may differ. */
async function fill(tree: string, name: string): Promise<Agent[]> {
  const of = (file: string) => import(join(resolve(tree), file));
  const { createCenter } = await of('src/center/center.ts');
  const { createSample } = await of('src/center/sample/create.ts');
  const { createAgent, createAgentToken } = await of('test/harness/agents.ts');
  await askPostgres(urlOf('postgres'), `create database bench_${name}`);
  const database = urlOf(`bench_${name}`);
  const center = await createCenter({ database, attachmentsFolder: join(folder, 'attachments') });
  await createSample(center, { now: Date.now(), conversations: CONVERSATIONS });
  const agents: Agent[] = [];
  for (let at = 0; at < AGENTS; at += 1) {
    const { id } = await createAgent(center, { name: `Agent ${at}`, email: `agent${at}@desk.example`, role: 'admin' });
    agents.push({ id, token: await createAgentToken(center, id) });
  }
  await center.close();
  return agents;
}

/** A running `serve`, and where it takes mail. */
interface Service {
  readonly serving: Serving;
  readonly socket: string;
}

async function serve(tree: string, name: string, count: number): Promise<Service[]> {
  const program = join(resolve(tree), 'bin', 'frontdesk.js');
  const start = async (at: number): Promise<Service> => {
    const home = join(folder, `${name}-${count}-${at}`);
    const mail: MailSettings = {
      lmtp: join(home, 'lmtp'),
      keys: { relay: `smtp://127.0.0.1:${relay.port}`, send_delay: 0 },
    };
    const database = { kind: 'postgres' as const, location: urlOf(`bench_${name}`), folder: join(folder, name) };
    const serving = await startMailServing(database, home, mail, [], { FRONTDESK_RATE_LIMIT: '1000000' }, program);
    await untilLmtp(mail.lmtp!);
    return { serving, socket: String(mail.lmtp) };
  };
  return Promise.all(Array.from({ length: count }, (_, at) => start(at)));
}

interface Measured {
  readonly perSecond: number;
  readonly p50: number;
  readonly p99: number;
  /** Of the everyday writes alone. */
  readonly everyday: number;
}

/** All agents work for some seconds, each at one of the services. */
async function work(
  services: readonly Service[],
  agents: readonly Agent[],
  mix: Mix,
  pauseMs: number,
): Promise<Measured> {
  const took: { readonly isEveryday: boolean; readonly ms: number }[] = [];
  const until = performance.now() + seconds * 1_000;
  const timed = async <T>(isEveryday: boolean, run: () => Promise<T>): Promise<T> => {
    const began = performance.now();
    const done = await run();
    took.push({ isEveryday, ms: performance.now() - began });
    return done;
  };
  const agent = async ({ id: agentId, token }: Agent, at: number): Promise<void> => {
    const { serving, socket } = services[at % services.length]!;
    const pause = () => sleep(mix.random.below(1 + pauseMs));
    for (await pause(); performance.now() < until; await pause()) {
      const { name, isEveryday = false, run } = mix.next();
      const ask = async (method: string, path: string, body?: unknown) => {
        const headers = { 'idempotency-key': keyOf(name, mix.number()) };
        const asked = { method, path, token, body, headers };
        const answer = await timed(isEveryday, () => client.ask(serving.url, asked));
        // 409: it was merged away in the sample.
        if (answer.status >= 400 && answer.status !== 409) throw new Error(`${method} ${path}: ${answer.text}`);
        return answer.body?.data;
      };
      await run({ ...mix, agentId, socket, ask, timed: once => timed(isEveryday, once) });
    }
  };
  await Promise.all(agents.map(agent));
  const ms = (some: typeof took) => some.map(one => one.ms);
  return {
    perSecond: took.length / seconds,
    p50: median(ms(took)),
    p99: percentile(ms(took), 0.99),
    everyday: percentile(ms(took.filter(one => one.isEveryday)), 0.99),
  };
}

function toldAlone({ count, alone }: Written): string {
  const kinds = [...alone].sort(([, a], [, b]) => b - a);
  const sum = kinds.reduce((all, [, one]) => all + one, 0);
  const share = `${((100 * sum) / count).toFixed(1)} % of ${count}`;
  return `${share}: ${kinds
    .slice(0, 8)
    .map(([kind, one]) => `${kind} ${one}`)
    .join(', ')}`;
}

const agents = { was: await fill(otherTree, 'was'), is: await fill('.', 'is') };
const mixes = { was: createMix(1), is: createMix(1) };
for (const count of [1, 2, 4]) {
  const both = { was: await serve(otherTree, 'was', count), is: await serve('.', 'is', count) };
  const run = (name: 'was' | 'is', pauseMs: number) => work(both[name], agents[name], mixes[name], pauseMs);
  for (const [how, pauseMs] of Object.entries(PAUSES)) {
    const kinds = { was: () => run('was', pauseMs), is: () => run('is', pauseMs) };
    const found = await inTurns(kinds, rounds, 1);
    const told = (part: keyof Measured) => {
      const [old, now] = [found.was, found.is].map(some => median(some.map(one => one[part]))) as [number, number];
      return `${old.toFixed(0)} → ${now.toFixed(0)} (${(now / old).toFixed(2)} ×)`;
    };
    const measured = `${told('perSecond')} a second   p50 ${told('p50')}   p99 ${told('p99')} ms`;
    figure(`${count} servers, ${how}`, '≥ 1 ×, p99 < 1 ×', measured);
    figure('  of these the everyday writes', 'p99 < 1 ×', `p99 ${told('everyday')} ms`);
  }
  for (const name of ['was', 'is'] as const) {
    const written = await writtenDuring(place, `bench_${name}`, () => run(name, 0));
    figure(`  ${name === 'was' ? 'before' : 'now'}, writes that were alone`, '', toldAlone(written));
  }
  for (const { serving } of [...both.was, ...both.is]) await serving.stop();
}
const [old, now] = [deadlocksIn(place, 'bench_was'), deadlocksIn(place, 'bench_is')];
figure('Writes undone because they waited for each other', '0', `${old} → ${now}`);
client.close();
await relay.close();
await server.stop();
