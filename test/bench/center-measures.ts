import { closeSync, fsyncSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { type CallOptions, type OpenCenter, openCenter } from '../center/open-center.ts';
import { fill, prepare } from './center-data.ts';
import { filters } from './center-filters.ts';
import { percentile } from './figures.ts';

/** How long something took, in milliseconds. */
export interface Timing {
  readonly p50: number;
  readonly p95: number;
}

const ROUNDS = 100;

/** Rounds that are not counted: statements are prepared, and pages read, only once. */
const WARM_UP = 5;

/** Times rounds; between two the event loop gets its turn, as it does between the requests of a connection. */
async function time(run: (round: number) => Promise<unknown>): Promise<Timing> {
  const samples: number[] = [];
  for (let round = 0; round < ROUNDS + WARM_UP; round += 1) {
    const start = performance.now();
    await run(round);
    if (round >= WARM_UP) samples.push(performance.now() - start);
    await nextTurn();
  }
  return { p50: percentile(samples, 0.5), p95: percentile(samples, 0.95) };
}

/** A help center in a file, filled by SQL. */
export interface FilledCenter {
  readonly desk: OpenCenter;
  readonly filledInMs: number;
  readonly path: string;
  close(): Promise<void>;
}

export async function openFilled(count: number): Promise<FilledCenter> {
  const folder = mkdtempSync(join(tmpdir(), 'frontdesk-bench-'));
  const path = join(folder, 'center.db');
  const desk = await openCenter({ database: path, settings: { rateLimit: 10_000_000 } });
  const start = performance.now();
  await prepare(desk);
  await fill(desk, count);
  // What was filled in is carried over into the file.
  await nextTurn();
  return {
    desk,
    path,
    filledInMs: performance.now() - start,
    close: async () => {
      await desk.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function get(desk: OpenCenter, path: string, options: CallOptions = {}): Promise<number> {
  const answer = await desk.call('GET', path, options);
  if (answer.status !== 200) throw new Error(`${path}: ${answer.status} ${JSON.stringify(answer.body)}`);
  return answer.body.data.length;
}

/** What was measured, by its name with the number of rows that were found. */
export type Timings = ReadonlyMap<string, Timing>;

const viewers = ['admin', 'agent'] as const;

/** Each query as an admin and as an agent with one small inbox. */
export async function timeQueries(
  desk: OpenCenter,
  queries: Readonly<Record<string, Readonly<Record<string, unknown>>>>,
  name: (query: string, as: string, found: number) => string,
): Promise<Timings> {
  const timings = new Map<string, Timing>();
  for (const [query, given] of Object.entries(queries))
    for (const as of viewers) {
      const found = await get(desk, '/conversations', { as, query: given });
      timings.set(name(query, as, found), await time(() => get(desk, '/conversations', { as, query: given })));
    }
  return timings;
}

/** Lists by every filter. */
export function timeLists(desk: OpenCenter, name?: (query: string, as: string, found: number) => string) {
  return timeQueries(desk, filters, name ?? ((query, as, found) => `list as ${as}: ${query} (${found})`));
}

/** All that the desk asks for when a conversation is opened. */
export function timeOpen(desk: OpenCenter): Promise<Timing> {
  return time(async round => {
    const id = 1 + round * 90;
    await desk.call('GET', `/conversations/${id}`);
    for (const part of ['messages', 'notes', 'history']) await get(desk, `/conversations/${id}/${part}`);
  });
}

export function timeInboxes(desk: OpenCenter): Promise<Timing> {
  return time(() => get(desk, '/inboxes'));
}

/** Pages of the log that the writes so far have filled. */
function logPages(path: string): number {
  const database = new DatabaseSync(path, { readOnly: true });
  const { log } = database.prepare('pragma wal_checkpoint(noop)').get() as { log: number };
  database.close();
  return log;
}

/** Changes fifty conversations at once; also how many bytes that writes to the disk. */
export async function timeMassUpdate({ desk, path }: FilledCenter): Promise<Timing & { readonly bytes: number }> {
  const written: number[] = [];
  const update = async (round: number): Promise<void> => {
    const body = {
      conversation_ids: Array.from({ length: 50 }, (_, at) => 1 + round * 50 + at * 10),
      conversation_status_id: 1 + (round % 2),
      added_tags: ['bench', `bench${round}`],
      assign_to: desk.adminId,
    };
    const answer = await desk.call('PUT', '/conversations', { body });
    if (answer.status !== 200) throw new Error(JSON.stringify(answer.body));
  };
  const timing = await time(update);
  for (let round = 0; round < 5; round += 1) {
    const before = logPages(path);
    await update(200 + round);
    written.push(logPages(path) - before);
  }
  return { ...timing, bytes: Math.max(...written) * 4_096 };
}

/** How long the disk takes to store this many bytes, in milliseconds. */
export function timeFsync(folder: string, bytes: number): Timing {
  const path = join(folder, 'fsync');
  const file = openSync(path, 'w');
  const content = Buffer.alloc(bytes, 'x');
  const samples = Array.from({ length: 100 }, () => {
    writeSync(file, content, 0, bytes, 0);
    const start = performance.now();
    fsyncSync(file);
    return performance.now() - start;
  });
  closeSync(file);
  rmSync(path);
  return { p50: percentile(samples, 0.5), p95: percentile(samples, 0.95) };
}
