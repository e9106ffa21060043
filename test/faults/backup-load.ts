import { ok } from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { fill, prepare } from '../bench/center-data.ts';
import { type OpenCenter, openCenter } from '../center/open-center.ts';
import { createAgent, createAgentToken } from '../harness/agents.ts';
import { percentile } from '../harness/figures.ts';
import { launcher } from '../harness/launcher.ts';
import { memoryMiB } from '../harness/process-use.ts';
import { deskEnvironment } from '../harness/temporary.ts';
import { createClient } from './client.ts';
import { type Run, sized } from './fault.ts';
import { createRandom, type Random } from './random.ts';
import { homeOf, type Serving, startServing } from './serving.ts';
import { openFile, openTestDatabase, type TestDatabase } from './test-database.ts';

/** At full size the file has 10 GB. */
const FULL_CONVERSATIONS = 1_000_000;
const AGENTS = 50;
/** The agents’ requests in a second, and the time for which they are timed without a backup. */
const PER_SECOND = 50;
const ALONE_MS = 15_000;
/** Other programs disturb a short round: the best of several counts. A backup of gigabytes takes minutes. */
function roundsFor(count: number): number {
  return count < FULL_CONVERSATIONS / 4 ? 3 : 1;
}
const MOST = { slower: 1.5, memoryMiB: 300, newShare: 1.05 } as const;

/** Agents who read and write at even times, until `isOver`. Returns how long each answer took, in milliseconds. */
async function work(url: string, tokens: readonly string[], random: Random, count: number, isOver: () => boolean) {
  const client = createClient();
  const took: number[] = [];
  const all: Promise<void>[] = [];
  const began = performance.now();
  for (let at = 0; !isOver(); at += 1) {
    const due = began + at * (1_000 / PER_SECOND);
    await sleep(Math.max(0, due - performance.now()));
    const one = `/conversations/${1 + 10 * random.below(count / 10)}`;
    const asks = [
      { method: 'GET', path: one },
      { method: 'GET', path: `${one}/messages` },
      { method: 'GET', path: '/conversations?status=opened' },
      { method: 'POST', path: `${one}/messages`, body: { body_text: 'It is on its way.' } },
    ];
    const ask = client.ask(url, { ...asks[at % asks.length]!, token: tokens[at % tokens.length]! });
    all.push(ask.then(({ status, text }) => ok(status < 300 && took.push(performance.now() - due), text)));
  }
  await Promise.all(all);
  client.close();
  return took;
}

/** Starts the program; `peak` is its highest memory so far, in MiB. */
function start(database: TestDatabase, args: readonly string[]) {
  const env = deskEnvironment(homeOf(database.folder));
  const child: ChildProcess = spawn(process.execPath, [launcher, ...args], {
    env,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const state = { peak: 0, isOver: false, said: '' };
  child.stderr!.on('data', text => {
    state.said += text;
  });
  const look = setInterval(() => {
    try {
      state.peak = Math.max(state.peak, memoryMiB(child.pid!) || 0);
    } catch {
      // It has ended.
    }
  }, 200);
  const ended = new Promise<void>((resolve, reject) =>
    child.once('exit', code => {
      clearInterval(look);
      state.isOver = true;
      if (code === 0) resolve();
      else reject(new Error(`${args[0]} ended with ${code}: ${state.said}`));
    }),
  );
  return { state, ended };
}

function bytesIn(folder: string): number {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' }).reduce(
    (sum, path) => sum + statSync(join(folder, path)).size * Number(statSync(join(folder, path)).isFile()),
    0,
  );
}

/** One change in a hundred conversations, and a new message in each. */
async function changeSome(serving: Serving, tokens: readonly string[], count: number): Promise<void> {
  const client = createClient();
  const random = createRandom(9);
  for (let at = 0; at < count / 100; at += 1) {
    const path = `/conversations/${1 + 10 * random.below(count / 10)}`;
    const token = tokens[at % tokens.length]!;
    await client.ask(serving.url, { method: 'PUT', path, token, body: { title: `Another title ${at}` } });
    await client.ask(serving.url, {
      method: 'POST',
      path: `${path}/messages`,
      token,
      body: { body_text: `Number ${at}.` },
    });
  }
  client.close();
}

/** Returns the tokens of admins. */
async function hireCallers(desk: OpenCenter): Promise<string[]> {
  // The service has no other clock than the machine's: older tokens would have ended.
  desk.clock.now = Date.now();
  const tokens: string[] = [];
  for (let at = 0; at < AGENTS; at += 1) {
    const caller = { name: `Caller ${at}`, email: `caller${at}@desk.example`, role: 'admin' } as const;
    tokens.push(await createAgentToken(desk.center, (await createAgent(desk.center, caller)).id));
  }
  return tokens;
}

/** Fills an empty database. The bench’s few words compress to nothing; a mail of this length compresses to half. */
async function fillLong(desk: OpenCenter, count: number): Promise<void> {
  const { store } = desk.center.context;
  if (await store.reader.selectFrom('conversation').select('id').limit(1).executeTakeFirst()) return;
  await prepare(desk);
  await fill(desk, count);
  await store.write(db => sql`update message set body_text = body_text || ' ' || hex(randomblob(300))`.execute(db));
}

/**
 * A backup while agents work: what it costs them, its memory, and what a second one writes: the database once more,
 * compressed. A folder that is named keeps the filled file for the next time.
 */
export async function backupLoad(run: Run, folder?: string): Promise<string> {
  const count = sized(run, FULL_CONVERSATIONS);
  const rounds = roundsFor(count);
  const database = folder === undefined ? await openTestDatabase({ ...run, database: undefined }) : openFile(folder);
  const desk = await openCenter({ database: database.location, settings: { rateLimit: 10_000_000 } });
  await fillLong(desk, count);
  const tokens = await hireCallers(desk);
  await desk.close();
  const folderOf = (round: number) => join(database.folder, `backups-${round}`);
  const serving = await startServing(database);
  try {
    const random = createRandom(run.seed);
    const alone: number[] = [];
    const beside: number[] = [];
    let [peak, seconds] = [0, 0];
    const p99 = (took: readonly number[]) => percentile(took, 0.99);
    for (let round = 0; round < rounds; round += 1) {
      const until = performance.now() + ALONE_MS;
      alone.push(p99(await work(serving.url, tokens, random, count, () => performance.now() > until)));
      const began = performance.now();
      const { state, ended } = start(database, ['backup', folderOf(round), '--anew', '--database', database.location]);
      beside.push(p99(await work(serving.url, tokens, random, count, () => state.isOver)));
      await ended;
      seconds = (performance.now() - began) / 1_000;
      peak = Math.max(peak, state.peak);
      const [before, during] = [alone.at(-1)!, beside.at(-1)!].map(ms => ms.toFixed(1));
      process.stderr.write(`p99 ${before} ms alone, ${during} ms beside a backup of ${seconds.toFixed(0)} s\n`);
    }
    const folder = folderOf(rounds - 1);
    const first = bytesIn(folder);
    await changeSome(serving, tokens, count);
    await start(database, ['backup', folder, '--database', database.location]).ended;
    const share = (bytesIn(folder) - first) / first;
    const slower = Math.min(...beside) / Math.min(...alone);
    const told = (all: readonly number[]) => all.map(ms => ms.toFixed(1)).join(', ');
    const said =
      `${(statSync(database.location).size / 1e9).toFixed(1)} GB in ${seconds.toFixed(0)} s to ${(first / 1e6).toFixed(0)} MB; ` +
      `p99 ${told(alone)} ms alone, ${told(beside)} ms beside it: ${slower.toFixed(2)} ×; ` +
      `${peak.toFixed(0)} MiB; ${(100 * share).toFixed(1)} % more bytes for a second backup`;
    ok(slower <= MOST.slower && peak <= MOST.memoryMiB && share <= MOST.newShare, said);
    return said;
  } finally {
    await serving.kill();
    if (folder === undefined) await database.close();
    else for (let round = 0; round < rounds; round += 1) rmSync(folderOf(round), { recursive: true, force: true });
  }
}
