import { deepEqual, equal } from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Answered, type Client, createClient } from './client.ts';
import { checkConsistency, checkWhole } from './consistency.ts';
import { type Fault, type Run, sized } from './fault.ts';
import { hire } from './people.ts';
import { createRandom } from './random.ts';
import { type Serving, startServing } from './serving.ts';
import { openTestDatabase, type TestDatabase } from './test-database.ts';

const FULL_COUNT = 10_000;
/** Their times lie within so long. */
const FULL_MS = 60_000;
const FULL_KILLS = 40;
const CALLERS = 10;
/** Conversations of one call. */
const BATCH = 500;
/** A service looks so often at least; it may have to be started, and to bring many back. */
const PATIENCE_MS = 60_000;

interface Wakings {
  readonly database: TestDatabase;
  readonly client: Client;
  /** One alone would reach the limit of calls. */
  readonly tokens: readonly string[];
  readonly servings: readonly Serving[];
}

async function ask({ client, tokens, servings }: Wakings, method: string, path: string, body?: unknown) {
  const token = tokens[Math.floor(Math.random() * tokens.length)]!;
  const answer: Answered = await client.ask(servings.at(-1)!.url, { method, path, token, body });
  equal(Math.floor(answer.status / 100), 2, `${method} ${path}: ${answer.text}`);
  return answer.body;
}

/** Puts conversations off until times that lie evenly within so long, beginning `fromMs` from now. */
async function putOff(wakings: Wakings, ids: readonly number[], fromMs: number, withinMs: number): Promise<void> {
  for (let at = 0; at < ids.length; at += BATCH) {
    const until = new Date(Date.now() + fromMs + (withinMs * at) / ids.length).toISOString();
    await ask(wakings, 'PUT', '/conversations', { conversation_ids: ids.slice(at, at + BATCH), snooze: { until } });
  }
}

async function make(wakings: Wakings, count: number): Promise<number[]> {
  const ids: number[] = [];
  const worker = async () => {
    while (ids.length < count) {
      const { data } = await ask(wakings, 'POST', '/conversations', { title: 'Later' });
      ids.push(data.id);
    }
  };
  await Promise.all(Array.from({ length: CALLERS }, worker));
  return ids;
}

/** Waits until none of them is put off, and checks that each came back as often as it was. */
async function allBack({ database }: Wakings, times: number): Promise<void> {
  const left = async () =>
    (await database.query<{ n: number }>('select count(*) as n from conversation where snoozed_until is not null'))[0]!
      .n;
  for (const until = Date.now() + PATIENCE_MS; (await left()) > 0 && Date.now() < until; ) await sleep(100);
  equal(Number(await left()), 0, 'some are still put off');
  const woken = await database.query<{ n: number }>(
    `select distinct count(*) as n from history where event = 'conversation.woken' group by conversation_id`,
  );
  deepEqual(
    woken.map(({ n }) => Number(n)),
    [times],
  );
}

/** Times a list again and again until `isOver`. Returns the time that 95 of 100 stayed below, in milliseconds. */
async function listMs(wakings: Wakings, isOver: () => boolean): Promise<number> {
  const took: number[] = [];
  while (!isOver()) {
    const began = performance.now();
    await ask(wakings, 'GET', '/conversations?snoozed=0&limit=50&fields=list');
    took.push(performance.now() - began);
    await sleep(20);
  }
  return took.toSorted((a, b) => a - b)[Math.floor(took.length * 0.95)] ?? 0;
}

/** Services are killed while they bring conversations back. */
async function killWhile(database: TestDatabase, run: Run): Promise<number> {
  const random = createRandom(run.seed);
  const one = async () => {
    const serving = await startServing(database);
    await sleep(random.below(400));
    await serving.kill();
  };
  const kills = sized(run, FULL_KILLS);
  for (let at = 0; at < kills; at += 2) await Promise.all([one(), one()]);
  return kills;
}

/** What was put off comes back once: among lists that are asked for meanwhile, and from services that are killed. */
export const later: Fault = async run => {
  const database = await openTestDatabase(run);
  const servings: Serving[] = [];
  const client = createClient();
  try {
    const tokens = (await hire(database, CALLERS)).map(({ token }) => token);
    servings.push(await startServing(database));
    const wakings = { database, client, tokens, servings };
    const ids = await make(wakings, sized(run, FULL_COUNT));
    const calm = await listMs(wakings, after(2_000));
    await putOff(wakings, ids, 5_000, FULL_MS * run.share);
    const busy = await listMs(wakings, after(5_000 + FULL_MS * run.share));
    await allBack(wakings, 1);
    await putOff(wakings, ids, 3_000, 1);
    await servings.pop()!.kill();
    await sleep(3_000);
    const kills = await killWhile(database, run);
    servings.push(await startServing(database), await startServing(database));
    await allBack(wakings, 2);
    await checkConsistency(database);
    await Promise.all(servings.map(serving => serving.stop()));
    await checkWhole(database);
    const times = `a list took ${busy.toFixed(1)} ms at the 95th of 100 meanwhile, ${calm.toFixed(1)} before`;
    return `${ids.length} came back twice, each once a time, the second time over ${kills} kills; ${times}`;
  } finally {
    client.close();
    await Promise.all(servings.map(serving => serving.kill()));
    await database.close();
  }
};

function after(ms: number): () => boolean {
  const end = performance.now() + ms;
  return () => performance.now() > end;
}
