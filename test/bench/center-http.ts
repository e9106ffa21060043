/**
 * The center over HTTP: `npm run bench -- http`. A GET of a conversation against a hono route that runs one prepared
 * SELECT (the same machine, the same run, in turns: the median of the rounds' ratios, and between which the middle half
 * of them lies), and a day's load of a team: its p99 and the service's peak memory.
 */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createApiKey } from '../../src/center/auth/administration.ts';
import { authenticate } from '../../src/center/auth/authenticate.ts';
import { createCenter } from '../../src/center/center.ts';
import { readConversation } from '../../src/center/model/conversation/read.ts';
import { createLogWriter } from '../../src/cli/commands/log-writer.ts';
import { basePath } from '../../src/contract/index.ts';
import { openCenter } from '../center/open-center.ts';
import { createClient } from '../faults/client.ts';
import { createRandom, type Random } from '../faults/random.ts';
import { createAgent, createAgentToken } from '../harness/agents.ts';
import { launcher } from '../harness/launcher.ts';
import { deskEnvironment } from '../harness/temporary.ts';
import { fill, prepare } from './center-data.ts';
import { figure, median, percentile } from './figures.ts';
import { load } from './http-load.ts';

const count = Number(process.argv[2] ?? 100_000);
const seconds = Number(process.argv[3] ?? 30);
const AGENTS = 50;
const REQUESTS_PER_SECOND = 100;
const folder = mkdtempSync(join(tmpdir(), 'frontdesk-bench-'));
const database = join(folder, 'center.db');
const environment = { ...deskEnvironment(folder), NODE_ENV: 'production' };
const log = openSync(join(folder, 'log'), 'a');

interface Server {
  readonly child: ChildProcess;
  readonly port: number;
}

/** Pins a process to one core if the machine has several and the system can. */
function pin(pid: number, core: number): void {
  try {
    execFileSync('taskset', ['-acp', String(core), String(pid)], { stdio: 'ignore' });
  } catch {
    // On one core, or without taskset, all processes share the machine.
  }
}

async function start(args: readonly string[]): Promise<Server> {
  const child = spawn(process.execPath, args, { env: environment, stdio: ['ignore', 'pipe', log] });
  pin(child.pid!, 0);
  const line = await new Promise<string>(resolve => {
    let text = '';
    child.stdout!.on('data', chunk => {
      text += chunk;
      if (text.includes('\n')) resolve(text.trim());
    });
  });
  return { child, port: Number(/:(\d+)$/.exec(line)?.[1]) };
}

/** Tokens of agents, and enough API keys to stay below the rate limit, which is on. */
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
  for (let at = 0; at < 400; at += 1) keys.push((await createApiKey(desk.center, `bench ${at}`)).token);
  await desk.close();
  return { tokens, keys };
}

/** Processor time that a process has used, in milliseconds, in steps of 10. */
function processorMs({ child }: Server): number {
  const fields = readFileSync(`/proc/${child.pid}/stat`, 'utf8').split(') ')[1]!.split(' ');
  return (Number(fields[11]) + Number(fields[12])) * 10;
}

interface Cost {
  readonly perSecond: number;
  /** Processor time a request, in microseconds. */
  readonly us: number;
}

async function costOf(server: Server, request: (at: number) => string): Promise<Cost> {
  const before = processorMs(server);
  const { answered, ms } = await load(server.port, 20, 700, request);
  return { perSecond: (answered / ms) * 1_000, us: ((processorMs(server) - before) / answered) * 1_000 };
}

function get(tokens: readonly string[], path: (at: number) => string, more = '') {
  return (at: number): string =>
    `GET ${basePath}${path(at)} HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${tokens[at % tokens.length]}\r\n${more}\r\n`;
}

/** Each measures both once; an even number, as each begins with the other one in turn. */
const ROUNDS = 12;

async function compare(ours: Server, plain: Server, keys: readonly string[]): Promise<void> {
  const conversation = (at: number) => `/conversations/${1 + ((at * 90) % count)}`;
  const kinds = {
    plain: [plain, get(keys, conversation)],
    whole: [ours, get(keys, conversation)],
  } as const;
  const costs: Record<keyof typeof kinds, Cost[]> = { plain: [], whole: [] };
  for (let round = -2; round < ROUNDS; round += 1) {
    const turns = Object.entries(kinds);
    // The second one finds another machine: warmer, and with what the first one left to do.
    for (const [name, [server, request]] of round % 2 === 0 ? turns : turns.reverse()) {
      const cost = await costOf(server, request);
      // The first rounds warm both up.
      if (round >= 0) costs[name as keyof typeof kinds].push(cost);
    }
  }
  const us = (name: keyof typeof kinds) => median(costs[name].map(cost => cost.us));
  const ratio = (of: (cost: Cost) => number) => {
    const all = costs.whole.map((cost, at) => of(cost) / of(costs.plain[at]!));
    const [low, high] = [percentile(all, 0.25), percentile(all, 0.75)];
    return `${median(all).toFixed(2)} × [${low.toFixed(2)}–${high.toFixed(2)}]`;
  };
  const most = (name: keyof typeof kinds) => Math.round(median(costs[name].map(cost => cost.perSecond)));
  figure(
    'GET a conversation / a hono route',
    '≥ 0.5 ×',
    `${ratio(cost => cost.perSecond)} (${most('whole')} / ${most('plain')} a second)`,
  );
  figure(
    'the same by processor time',
    '≥ 0.5 ×',
    `${ratio(cost => 1 / cost.us)} (${us('plain').toFixed(0)} / ${us('whole').toFixed(0)} µs)`,
  );
  await sayParts(us('whole'), keys[0]!);
}

async function processorUs(run: (at: number) => Promise<unknown>): Promise<number> {
  const times = 20_000;
  for (let at = 0; at < times; at += 1) await run(at);
  const before = process.cpuUsage();
  for (let at = 0; at < times; at += 1) await run(at);
  const { user, system } = process.cpuUsage(before);
  return (user + system) / times;
}

/** What of a GET is spent where: the same steps in this process, without a connection. */
async function sayParts(whole: number, token: string): Promise<void> {
  const center = await createCenter({
    database,
    attachmentsFolder: join(folder, 'attachments'),
    settings: { rateLimit: 10_000_000 },
    log: createLogWriter({ write: () => undefined }),
  });
  const { store } = center.context;
  const header = `Bearer ${token}`;
  const headers = { get: (name: string) => (name === 'authorization' ? header : null), has: () => false };
  const id = (at: number) => 1 + ((at * 90) % count);
  const caller = await authenticate(center.context, header, Date.now());
  const inside = await processorUs(at => {
    const url = `http://localhost${basePath}/conversations/${id(at)}`;
    return center.answer({ method: 'GET', url, headers, body: null }, 'bench');
  });
  const who = await processorUs(() => authenticate(center.context, header, Date.now()));
  const row = await processorUs(at => readConversation(store.reader, caller, id(at)));
  await center.close();
  const us = (value: number) => `${value.toFixed(1)} µs`;
  figure('  of it HTTP: the connection, headers in and out', '', us(whole - inside));
  figure('  of it the token: hash and SELECT with its agent', '', us(who));
  figure('  of it the conversation: SELECT with all its parts', '', us(row));
  figure('  of it route, rate limit, JSON, ETag, id, log line', '', us(inside - who - row));
}

type Step = (random: Random) => { method: string; path: string; body?: unknown };

/** A conversation that was not merged away (see center-data.ts). */
function pick(random: Random): number {
  return 1 + 10 * random.below(count / 10);
}

const reads: readonly Step[] = [
  random => ({ method: 'GET', path: `/conversations/${pick(random)}` }),
  random => ({ method: 'GET', path: `/conversations/${pick(random)}/messages` }),
  random => ({ method: 'GET', path: `/conversations/${pick(random)}/history` }),
  () => ({ method: 'GET', path: '/conversations?status=opened' }),
  () => ({ method: 'GET', path: '/conversations?status=opened&assign_to[]=none' }),
  random => ({
    method: 'GET',
    path: `/conversations?inbox_ids[]=${4 + random.below(8)}&tags[]=tag${1 + random.below(20)}`,
  }),
  () => ({ method: 'GET', path: '/inboxes' }),
];

const writes: readonly Step[] = [
  random => ({ method: 'POST', path: `/conversations/${pick(random)}/notes`, body: { details: 'Looked into it.' } }),
  random => ({
    method: 'POST',
    path: `/conversations/${pick(random)}/messages`,
    body: { body_text: 'It is on its way.' },
  }),
  random => ({
    method: 'PUT',
    path: `/conversations/${pick(random)}`,
    body: { conversation_status_id: 1 + random.below(2) },
  }),
  random => ({
    method: 'POST',
    path: `/conversations/${pick(random)}/tags`,
    body: { name: `tag${random.below(200)}` },
  }),
];

function memoryMiB({ child }: Server, field: 'VmHWM' | 'RssFile'): string {
  return (
    Number(new RegExp(`${field}:\\s+(\\d+)`).exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'))?.[1]) / 1_024
  ).toFixed(0);
}

/** Requests come when they come, whatever those before took; each is timed from when it was due. */
async function teamLoad(server: Server, tokens: readonly string[]): Promise<void> {
  const client = createClient();
  const random = createRandom(1);
  const samples: Record<'read' | 'write', number[]> = { read: [], write: [] };
  const started = performance.now();
  const all: Promise<void>[] = [];
  const refused: string[] = [];
  for (let at = 0; at < REQUESTS_PER_SECOND * seconds; at += 1) {
    const due = started + at * (1_000 / REQUESTS_PER_SECOND) + random.below(10);
    const kind = at % 10 === 9 ? 'write' : 'read';
    const { method, path, body } = random.pick(kind === 'write' ? writes : reads)(random);
    const token = tokens[at % tokens.length]!;
    await new Promise(resolve => setTimeout(resolve, Math.max(0, due - performance.now())));
    all.push(
      client.ask(`http://127.0.0.1:${server.port}`, { method, path, token, body }).then(({ status, text }) => {
        samples[kind].push(performance.now() - due);
        if (status >= 300) refused.push(`${method} ${path}: ${status} ${text}`);
      }),
    );
  }
  await Promise.all(all);
  client.close();
  if (refused.length > 0) throw new Error(`${refused.length} refused, such as ${refused[0]}`);
  const both = [...samples.read, ...samples.write];
  const ms = (list: readonly number[], share: number) => `${percentile(list, share).toFixed(1)}`;
  figure(
    `${AGENTS} agents, ${REQUESTS_PER_SECOND}/s, 9 reads : 1 write, ${seconds} s`,
    'p99 ≤ 100 ms',
    `p50 ${ms(both, 0.5)}  p99 ${ms(both, 0.99)} ms`,
  );
  figure('of these the writes', '', `p50 ${ms(samples.write, 0.5)}  p99 ${ms(samples.write, 0.99)} ms`);
  figure(
    'peak memory of the service',
    '≤ 250 MiB',
    `${memoryMiB(server, 'VmHWM')} MiB (${memoryMiB(server, 'RssFile')} of files)`,
  );
}

const servers: Server[] = [];
try {
  const { tokens, keys } = await makeData();
  pin(process.pid, 1);
  const serve = [launcher, 'serve', '--port', '0', '--database', database];
  const team = await start(serve);
  servers.push(team);
  await teamLoad(team, tokens);
  const plain = await start([join(import.meta.dirname, 'plain-route.ts'), database]);
  servers.push(plain);
  await compare(team, plain, keys);
} finally {
  for (const { child } of servers) child.kill('SIGKILL');
  rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
}
