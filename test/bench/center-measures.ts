import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { type OpenCenter, openCenter } from '../center/open-center.ts';
import { benchFolder, inTurns, tookMs } from '../harness/figures.ts';
import { fill, prepare } from './center-data.ts';
import { filters, type Queries } from './center-filters.ts';

/** How long something took each time, in milliseconds. */
export type Samples = readonly number[];

const ROUNDS = 100;
/** Rounds that are not counted: statements are prepared, and pages read, only once. */
const WARM_UP = 5;

/** Times rounds; between two the event loop gets its turn, as it does between the requests of a connection. */
export async function time(run: (round: number) => Promise<unknown>): Promise<Samples> {
  const measure = async (round: number) => {
    const took = await tookMs(() => run(round + WARM_UP));
    await nextTurn();
    return took;
  };
  return (await inTurns({ run: measure }, ROUNDS, WARM_UP)).run;
}

/** A help center in a new file, or at `path`, with so many conversations, made by SQL. */
export async function openFilled(count: number, fillBy = prepareAndFill, path = join(benchFolder(), 'center.db')) {
  const desk = await openCenter({ database: path, settings: { rateLimit: 10_000_000 } });
  const ms = await tookMs(async () => {
    await fillBy(desk, count);
    // What was filled in is carried over into the file.
    await nextTurn();
  });
  console.log(`${count} conversations: filled in ${(ms / 1_000).toFixed(0)} s`);
  return { desk, path };
}

async function prepareAndFill(desk: OpenCenter, count: number): Promise<void> {
  await prepare(desk);
  await fill(desk, count);
}

/** Calls and throws unless the answer is 200; returns how many were found. */
async function get(desk: OpenCenter, path: string, options: Parameters<OpenCenter['call']>[2] = {}): Promise<number> {
  const answer = await desk.call('GET', path, options);
  if (answer.status !== 200) throw new Error(`${path}: ${answer.status} ${JSON.stringify(answer.body)}`);
  return answer.body.data.length;
}

/** What was measured, by its name with the number of rows that were found. */
export type Timings = ReadonlyMap<string, Samples>;

/** Each list as an admin and as an agent with one small inbox. */
export async function timeQueries(
  desk: OpenCenter,
  queries: Queries,
  name: (query: string, as: string, found: number) => string,
): Promise<Timings> {
  const timings = new Map<string, Samples>();
  for (const [called, query] of Object.entries(queries))
    for (const as of ['admin', 'agent'] as const) {
      const found = await get(desk, '/conversations', { as, query });
      timings.set(name(called, as, found), await time(() => get(desk, '/conversations', { as, query })));
    }
  return timings;
}

/** Lists by every filter of the document, and all that the desk asks for when a conversation is opened. */
export async function timeReads(desk: OpenCenter): Promise<{ lists: Timings; open: Samples; inboxes: Samples }> {
  const lists = await timeQueries(desk, filters, (query, as) => `list as ${as}: ${query}`);
  const open = await time(async round => {
    const id = 1 + round * 90;
    await desk.call('GET', `/conversations/${id}`);
    for (const part of ['messages', 'notes', 'history']) await get(desk, `/conversations/${id}/${part}`);
  });
  return { lists, open, inboxes: await time(() => get(desk, '/inboxes')) };
}
