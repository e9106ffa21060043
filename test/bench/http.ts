/**
 * The center over HTTP: `npm run bench -- http`. A GET of a conversation against a bare `node:http` route that runs one
 * prepared SELECT (the same machine, the same run, in turns: the median of the rounds' ratios, and between which the
 * middle half of them lies), and a day's load of a team: its p99 and the service's peak memory.
 */
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createApiKey } from '../../src/center/auth/administration.ts';
import { basePath } from '../../src/contract/index.ts';
import { openCenter } from '../center/open-center.ts';
import { createClient } from '../faults/client.ts';
import { createRandom, type Random } from '../faults/random.ts';
import { type Serving, startServing } from '../faults/serving.ts';
import { createAgent, createAgentToken } from '../harness/agents.ts';
import { benchFolder, figure, inTurns, median, percentile } from '../harness/figures.ts';
import { peakMemory, processorMs } from '../harness/process-use.ts';
import { fill, prepare } from './center-data.ts';
import { load } from './http-load.ts';

const [count = 100_000, seconds = 30] = process.argv.slice(2).map(Number);
const AGENTS = 50;
const REQUESTS_PER_SECOND = 100;
/** Enough to stay below the rate limit, which is on. */
const API_KEYS = 400;
const ROUNDS = 12;
const folder = benchFolder();
const database = join(folder, 'center.db');

/** Pins a process to one core if the machine has several and the system can. */
function pin(pid: number, core: number): void {
  try {
    execFileSync('taskset', ['-acp', String(core), String(pid)], { stdio: 'ignore' });
  } catch {
    // On one core, or without taskset, all processes share the machine.
  }
}

/** Fills the database; returns the tokens of agents, and API keys. */
async function makeData(): Promise<{ tokens: string[]; keys: string[] }> {
  const desk = await openCenter({ database, settings: { rateLimit: 1_000_000 } });
  await prepare(desk);
  await fill(desk, count);
  const ids: number[] = [];
  for (let at = 0; at < AGENTS; at += 1) {
    const agent = { name: `Caller ${at}`, email: `caller${at}@desk.example`, role: 'agent' as const };
    ids.push((await createAgent(desk.center, agent)).id);
  }
  for (const { id } of (await desk.call('GET', '/inboxes')).body.data)
    await desk.call('POST', '/inboxes/save', { body: { id, agent_ids: [desk.agentId, ...ids] } });
  // The service that is measured has no other clock than the machine's: older tokens would have ended.
  desk.clock.now = Date.now();
  const tokens: string[] = [];
  for (const id of ids) tokens.push(await createAgentToken(desk.center, id));
  const keys: string[] = [];
  for (let at = 0; at < API_KEYS; at += 1) keys.push((await createApiKey(desk.center, `bench ${at}`)).token);
  await desk.close();
  return { tokens, keys };
}

interface Server {
  readonly pid: number;
  readonly port: number;
}

async function startPlain(): Promise<Server> {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'plain-route.ts'), database]);
  process.once('exit', () => child.kill());
  return { pid: child.pid!, port: portOf(String((await once(child.stdout, 'data'))[0])) };
}

function portOf(url: string): number {
  return Number(/:(\d+)\s*$/.exec(url)?.[1]);
}

interface Cost {
  readonly perSecond: number;
  /** Processor time a request, in microseconds. */
  readonly us: number;
}

async function costOf({ pid, port }: Server, keys: readonly string[]): Promise<Cost> {
  const before = processorMs(pid);
  const { answered, ms } = await load(port, 20, 700, at => {
    const head = `GET ${basePath}/conversations/${1 + ((at * 90) % count)} HTTP/1.1\r\nHost: localhost\r\n`;
    return `${head}Authorization: Bearer ${keys[at % keys.length]}\r\n\r\n`;
  });
  return { perSecond: (answered / ms) * 1_000, us: ((processorMs(pid) - before) / answered) * 1_000 };
}

async function compare(ours: Server, plain: Server, keys: readonly string[]): Promise<void> {
  const costs = await inTurns({ plain: () => costOf(plain, keys), whole: () => costOf(ours, keys) }, ROUNDS, 2);
  const ratio = (of: (cost: Cost) => number) => {
    const all = costs.whole.map((cost, at) => of(cost) / of(costs.plain[at]!));
    const [low, high] = [percentile(all, 0.25), percentile(all, 0.75)];
    return `${median(all).toFixed(2)} × [${low.toFixed(2)}–${high.toFixed(2)}]`;
  };
  const both = (of: (cost: Cost) => number) =>
    [costs.whole, costs.plain].map(some => median(some.map(of)).toFixed(0)).join(' / ');
  const [rate, us] = [both(cost => cost.perSecond), both(cost => cost.us)];
  figure('GET a conversation / a bare route', '≥ 0.45 ×', `${ratio(cost => cost.perSecond)} (${rate} a second)`);
  figure('the same by processor time', '≥ 0.45 ×', `${ratio(cost => 1 / cost.us)} (${us} µs)`);
}

type Step = (random: Random) => { method: string; path: string; body?: unknown };

/** A conversation that was not merged away (see center-data.ts). */
function pick(random: Random): string {
  return `/conversations/${1 + 10 * random.below(count / 10)}`;
}

const reads: readonly Step[] = [
  random => ({ method: 'GET', path: pick(random) }),
  random => ({ method: 'GET', path: `${pick(random)}/messages` }),
  random => ({ method: 'GET', path: `${pick(random)}/history` }),
  () => ({ method: 'GET', path: '/conversations?status=opened' }),
  () => ({ method: 'GET', path: '/conversations?status=opened&assign_to[]=none' }),
  random => ({
    method: 'GET',
    path: `/conversations?inbox_ids[]=${4 + random.below(8)}&tags[]=tag${1 + random.below(20)}`,
  }),
  () => ({ method: 'GET', path: '/inboxes' }),
];

const writes: readonly Step[] = [
  random => ({ method: 'POST', path: `${pick(random)}/notes`, body: { details: 'Looked into it.' } }),
  random => ({ method: 'POST', path: `${pick(random)}/messages`, body: { body_text: 'It is on its way.' } }),
  random => ({ method: 'PUT', path: pick(random), body: { conversation_status_id: 1 + random.below(2) } }),
  random => ({ method: 'POST', path: `${pick(random)}/tags`, body: { name: `tag${random.below(200)}` } }),
];

/** Requests come when they come, whatever those before took; each is timed from when it was due. */
async function teamLoad({ url, pid }: Serving, tokens: readonly string[]): Promise<void> {
  const client = createClient();
  const random = createRandom(1);
  const samples: Record<'read' | 'write', number[]> = { read: [], write: [] };
  const started = performance.now();
  const all: Promise<void>[] = [];
  const refused: string[] = [];
  for (let at = 0; at < REQUESTS_PER_SECOND * seconds; at += 1) {
    const due = started + at * (1_000 / REQUESTS_PER_SECOND) + random.below(10);
    const kind = at % 10 === 9 ? 'write' : 'read';
    const step = random.pick(kind === 'write' ? writes : reads)(random);
    const token = tokens[at % tokens.length]!;
    await sleep(Math.max(0, due - performance.now()));
    all.push(
      client.ask(url, { ...step, token }).then(({ status, text }) => {
        samples[kind].push(performance.now() - due);
        if (status >= 300) refused.push(`${step.method} ${step.path}: ${status} ${text}`);
      }),
    );
  }
  await Promise.all(all);
  client.close();
  if (refused.length > 0) throw new Error(`${refused.length} refused, such as ${refused[0]}`);
  const told = (some: readonly number[]) =>
    `p50 ${percentile(some, 0.5).toFixed(1)}  p99 ${percentile(some, 0.99).toFixed(1)} ms`;
  const what = `${AGENTS} agents, ${REQUESTS_PER_SECOND}/s, 9 reads : 1 write, ${seconds} s`;
  figure(what, 'p99 ≤ 100 ms', told([...samples.read, ...samples.write]));
  figure('of these the writes', '', told(samples.write));
  figure('peak memory of the service', '≤ 250 MiB', peakMemory(pid));
}

const { tokens, keys } = await makeData();
pin(process.pid, 1);
const serving = await startServing({ location: database, folder }, [], { NODE_ENV: 'production' });
pin(serving.pid, 0);
await teamLoad(serving, tokens);
const plain = await startPlain();
pin(plain.pid, 0);
await compare({ pid: serving.pid, port: portOf(serving.url) }, plain, keys);
process.exit(0);
