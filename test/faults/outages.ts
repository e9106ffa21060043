import { ok } from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import { createClient } from './client.ts';
import { checkFiles, checkWhole } from './consistency.ts';
import type { Run } from './fault.ts';
import { catchUp, checkHeard, type Follower, follow } from './followers.ts';
import { createLedger } from './ledger.ts';
import { type Load, writeAll } from './load.ts';
import { attachmentsOf } from './people.ts';
import { createRandom, type Random } from './random.ts';
import { type Serving, startServing } from './serving.ts';
import { type Servings, withServings } from './servings.ts';
import type { TestDatabase } from './test-database.ts';

const AGENTS = 50;
const SERVICES = 4;
/** Of the agents, so many follow the events. */
const FOLLOWERS = 8;
/** An outage begins within so long after each agent’s write was acknowledged. */
const CALM_MS = 500;
/** Writes are acknowledged again within so long. */
const BACK_MS = 60_000;

/** Something that happens to the database under several services, again and again. */
export interface Outages {
  readonly database: TestDatabase;
  readonly rounds: number;
  /** Starts a service; by default at the database's address. */
  readonly start?: (database: TestDatabase) => Promise<Serving>;
  outage(random: Random): Promise<void>;
}

/** Waits until as much more was acknowledged as there are agents. Returns the time that it took, in milliseconds. */
async function takeSome({ ledger }: Load): Promise<number> {
  const [before, began] = [ledger.size, performance.now()];
  while (ledger.size < before + AGENTS) {
    ok(performance.now() < began + BACK_MS, `${ledger.size - before} were acknowledged in ${BACK_MS} ms`);
    await sleep(10);
  }
  return performance.now() - began;
}

function checkRunning({ servings }: Servings): void {
  for (const serving of servings) ok(serving.state().startsWith('exit null null'), serving.state());
}

/** Readers of the events: half of them resume all the time, the others stay as long as they are let. */
function followAll(on: Servings, random: Random, over: AbortSignal) {
  const followers = on.people.slice(0, FOLLOWERS).map((one): Follower => ({ ...one, heard: [], lastId: 0 }));
  const urls = on.servings.map(({ url }) => url);
  const following = { urls, random, isOver: () => over.aborted };
  const reading = Promise.all(
    followers.map((one, at) => follow(one, at % 2 === 0 ? { ...following, over } : following)),
  );
  return { followers, reading };
}

/**
 * Agents write at several services while the database is away again and again: nothing that was acknowledged is lost, all
 * is done once, no service ends, and readers are told each change once. Returns what was seen.
 */
export async function throughOutages(
  run: Run,
  { database, rounds, outage, start = startServing }: Outages,
): Promise<string> {
  const random = createRandom(run.seed);
  const ledger = createLedger();
  const over = new AbortController();
  const state = { isOver: false };
  const work = async (on: Servings): Promise<string> => {
    const url = () => random.pick(on.servings).url;
    const tokens = on.people.map(({ token }) => token);
    const isOver = () => state.isOver;
    const load: Load = { client: createClient(), random, ledger, tokens, conversations: [], url, isOver };
    const { followers, reading } = followAll(on, random, over.signal);
    const callers = tokens.map((_, at) => `agent ${at}`);
    const writing = writeAll(load, callers);
    // What breaks first is told, and not what breaks because of it.
    for (const one of [writing, reading]) one.catch(() => undefined);
    try {
      let slowest = 0;
      for (let at = 0; at < rounds; at += 1) {
        await takeSome(load);
        await sleep(random.below(CALM_MS));
        await outage(random);
        slowest = Math.max(slowest, await Promise.race([takeSome(load), writing.then(() => 0)]));
        checkRunning(on);
      }
      state.isOver = true;
      await writing;
      const logged = await catchUp(database, followers);
      over.abort();
      await reading;
      for (const one of followers) checkHeard(one, logged, new Set());
      return (
        `${ledger.size} acknowledged writes of ${AGENTS} agents all there once, ${logged.length} events told once ` +
        `and in order to ${FOLLOWERS}; ${AGENTS} acknowledged again after at most ${slowest.toFixed(0)} ms`
      );
    } finally {
      state.isOver = true;
      over.abort();
      load.client.close();
    }
  };
  return withServings(
    run,
    { agents: AGENTS, services: SERVICES, database, start: one => start(one) },
    work,
    async () => {
      await checkWhole(database);
      await checkFiles(database, attachmentsOf(database));
      await ledger.check(database);
    },
  );
}
