import { deepEqual } from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { basePath } from '../../src/contract/index.ts';
import { freePort } from '../harness/mail-servers.ts';
import { startBalancer, whyNoProxy } from '../harness/proxies.ts';
import { type Client, createClient } from './client.ts';
import { checkFiles, checkWhole } from './consistency.ts';
import { type Fault, sized } from './fault.ts';
import { catchUp, checkHeard, type Follower, follow } from './followers.ts';
import { createLedger } from './ledger.ts';
import { type Load, writeAll } from './load.ts';
import { attachmentsOf } from './people.ts';
import { createRandom, type Random } from './random.ts';
import { type Serving, startServing } from './serving.ts';
import { type Servings, withServings } from './servings.ts';
import { openTestDatabase } from './test-database.ts';

const FULL_ROUNDS = 20;
const AGENTS = 50;
const SERVICES = 4;
const FOLLOWERS = 8;
/** Far longer than the proxy needs for three looks, one each 500 ms: on a busy machine each may take seconds. */
const DRAIN_S = 10;
/** The proxy's own. */
const PATIENCE_MS = 60_000;
/** The longest pause of each agent between two calls: more of them would need all of a machine that has other work. */
const THINK_MS = 6_000;
const QUIET_MS = 10_000;

/** A client that counts the calls that fail, and how long the others take, in milliseconds. */
function counting(client: Client, random: Random) {
  const seen = { failed: [] as string[], took: [] as number[], busy: 0 };
  const ask: Client['ask'] = async (url, asked) => {
    await sleep(random.below(THINK_MS));
    const began = performance.now();
    try {
      const answer = await client.ask(url, asked);
      // On a machine with other work a write may wait for longer than its ten seconds, whatever is restarted.
      if (answer.body?.error?.code === 'unavailable') seen.busy += 1;
      else if (answer.status >= 500) seen.failed.push(`${asked.method} ${asked.path}: ${answer.status} ${answer.text}`);
      return answer;
    } catch (error) {
      seen.failed.push(`${asked.method} ${asked.path}: ${(error as Error).message}`);
      throw error;
    } finally {
      seen.took.push(performance.now() - began);
    }
  };
  return { seen, client: { ...client, ask } };
}

function p99(took: readonly number[]): number {
  return took.toSorted((one, other) => one - other)[Math.floor(took.length * 0.99)]!;
}

async function isReady(url: string): Promise<boolean> {
  return fetch(`${url}${basePath}/ready`).then(
    ({ status }) => status === 200,
    () => false,
  );
}

/** Services behind HAProxy are restarted one after the other while agents write: no call fails, and no event is lost. */
export const restarts: Fault = async run => {
  const missing = whyNoProxy('haproxy');
  if (run.database === undefined || missing !== undefined) return `skipped: ${missing ?? 'a file has one service'}`;
  const database = await openTestDatabase(run);
  const config = join(database.folder, 'config.toml');
  writeFileSync(config, `[center]\ndrain = ${DRAIN_S}\n`, { mode: 0o600 });
  const ports = await Promise.all(Array.from({ length: SERVICES }, freePort));
  const start = (at: number) => startServing(database, [], { FRONTDESK_CONFIG: config }, ports[at]);
  const random = createRandom(run.seed);
  const ledger = createLedger();
  const rounds = sized(run, FULL_ROUNDS);
  const proxy = await startBalancer(join(database.folder, 'proxy'), ports);
  const url = `http://127.0.0.1:${proxy.port}`;

  const work = async ({ servings, people }: Servings): Promise<string> => {
    const running = servings as Serving[];
    while (!(await isReady(url))) await sleep(50);
    const over = new AbortController();
    const state = { isOver: false };
    const tokens = people.map(({ token }) => token);
    const { client, seen } = counting(createClient(true, PATIENCE_MS), random);
    const load: Load = {
      ...{ client, random, ledger, tokens, conversations: [] },
      url: () => url,
      isOver: () => state.isOver,
    };
    const followers = people.slice(0, FOLLOWERS).map((one): Follower => ({ ...one, heard: [], lastId: 0 }));
    const following = { urls: [url], random, isOver: () => over.signal.aborted, over: over.signal };
    const reading = Promise.all(followers.map(one => follow(one, following)));
    const callers = tokens.map((_, at) => `agent ${at}`);
    const writing = writeAll(load, callers);
    for (const one of [writing, reading]) one.catch(() => undefined);
    try {
      await sleep(QUIET_MS);
      const quiet = p99(seen.took.splice(0));
      for (let round = 0; round < rounds; round += 1)
        for (const [at, serving] of running.entries()) {
          await serving.stop();
          running[at] = await start(at);
          while (!(await isReady(running[at].url))) await sleep(50);
          // The proxy has to see it too, before the next one leaves.
          await sleep(1_000);
        }
      state.isOver = true;
      await writing;
      const logged = await catchUp(database, followers);
      over.abort();
      await reading;
      for (const one of followers) checkHeard(one, logged, new Set());
      deepEqual(seen.failed, []);
      return (
        `${rounds * SERVICES} restarts, 0 of ${seen.took.length} calls of ${AGENTS} agents failed, ${logged.length} ` +
        `events told once and in order to ${FOLLOWERS}; ${seen.busy} waited too long for the database; p99 ${p99(seen.took).toFixed(0)} ms, quiet ${quiet.toFixed(0)} ms`
      );
    } finally {
      state.isOver = true;
      over.abort();
      client.close();
    }
  };
  const checked = async () => {
    await checkWhole(database);
    await checkFiles(database, attachmentsOf(database));
    await ledger.check(database);
  };
  try {
    return await withServings(
      run,
      { agents: AGENTS, services: SERVICES, database, start: (_, at) => start(at) },
      work,
      checked,
    );
  } finally {
    await proxy.stop();
  }
};
