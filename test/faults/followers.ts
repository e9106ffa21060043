import { AssertionError, deepEqual, ok } from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import { basePath } from '../../src/contract/index.ts';
import type { Random } from './random.ts';
import type { TestDatabase } from './test-database.ts';

interface Person {
  readonly id: number;
  readonly token: string;
}

/** What readers of changes need. */
interface Following {
  readonly urls: readonly string[];
  readonly random: Random;
  readonly isOver: () => boolean;
  /** Streams are not broken off before this one says that all is over. */
  readonly over?: AbortSignal;
}

/** One event of a stream. */
interface Heard {
  readonly id: number;
  // biome-ignore lint/suspicious/noExplicitAny: events of every kind
  readonly data: any;
}

/** What a person's stream has told. */
export interface Follower extends Person {
  readonly heard: Heard[];
  lastId: number;
}

/** A stream is broken off within so long, to be resumed at another service. */
const STREAM_MS = 1_500;

function take(follower: Follower, block: string): void {
  const field = (name: string) => new RegExp(`^${name}: (.*)$`, 'm').exec(block)?.[1];
  const id = Number(field('id') ?? follower.lastId);
  ok(id >= follower.lastId, `the stream goes back from ${follower.lastId} to ${id}`);
  follower.lastId = id;
  ok(field('event') !== 'reset', `a reader that resumes at ${id} is lost`);
  if (field('event')) follower.heard.push({ id, data: JSON.parse(field('data')!) });
}

async function listen(follower: Follower, url: string, ending: AbortSignal): Promise<void> {
  const headers = { authorization: `Bearer ${follower.token}`, 'last-event-id': `${follower.lastId}` };
  try {
    const answer = await fetch(`${url}${basePath}/events?rows=1`, { headers, signal: ending });
    let text = '';
    for await (const chunk of answer.body!.pipeThrough(new TextDecoderStream())) {
      const blocks = (text + chunk).split('\n\n');
      text = blocks.pop()!;
      for (const block of blocks) take(follower, block);
    }
  } catch (error) {
    // It was broken off, by this or by the service, which drops a reader that is too slow: another one resumes.
    if (error instanceof AssertionError) throw error;
  }
}

/** Follows the events as a person until it is over, each time at another service, from the last event on. */
export async function follow(follower: Follower, { urls, random, isOver, over }: Following): Promise<void> {
  for (; !isOver(); await sleep(5))
    await listen(follower, random.pick(urls), over ?? AbortSignal.timeout(200 + random.below(STREAM_MS)));
}

/** Asks for the history until it is over, each time at another service. Returns the ids of its entries as they came. */
export async function followHistory({ token }: Person, { urls, random, isOver }: Following): Promise<number[]> {
  const came: number[] = [];
  for (let after = 0, isEnd = false; !(isEnd && isOver()); await sleep(5)) {
    const wasOver = isOver();
    const asked = `${random.pick(urls)}${basePath}/history?after_id=${after}&limit=50`;
    const answer = await fetch(asked, { headers: { authorization: `Bearer ${token}` } });
    const { data } = (await answer.json()) as {
      data: { entries: { id: number }[]; up_to: number; is_end: boolean };
    };
    came.push(...data.entries.map(({ id }) => id));
    after = data.up_to;
    isEnd = data.is_end && wasOver;
  }
  return came;
}

interface Logged {
  readonly id: number;
  readonly changes: string;
}

function isFor(agentId: number, changes: string): boolean {
  const { inboxes, conversations, read = [], unread = [] } = JSON.parse(changes);
  const own = [...read, ...unread].some(([reader]) => reader === agentId);
  return inboxes.length + conversations.length > 0 || own;
}

/**
 * Each event came once and in order, each conversation's versions rose, and `written` were all told: by their version, or
 * by the row if it has changed since.
 */
export function checkHeard(follower: Follower, logged: readonly Logged[], written: ReadonlySet<string>): void {
  const heard = follower.heard.map(({ id }) => id);
  deepEqual(
    heard,
    [...new Set(heard)].sort((one, other) => one - other),
  );
  // The log keeps the newest events alone: those before cannot be compared.
  deepEqual(
    heard.filter(id => id >= logged[0]!.id),
    logged.filter(({ changes }) => isFor(follower.id, changes)).map(({ id }) => id),
  );
  const [shown, told] = [new Map<number, number>(), new Map<number, number>()];
  const wanted = new Set(written);
  for (const { data } of follower.heard) {
    for (const { id, version } of [
      ...(data.conversation_rows ?? []),
      ...('conversation_ids' in data ? [] : data.rows),
    ]) {
      ok(version >= (shown.get(id) ?? 0), `${id} is shown at version ${version} after ${shown.get(id)}`);
      shown.set(id, version);
      for (const one of wanted) {
        const [ofId, ofVersion] = one.split(' ').map(Number);
        if (ofId === id && ofVersion! <= version) wanted.delete(one);
      }
    }
    for (const [id, version] of Object.entries<number>(data.versions ?? {})) {
      ok(version > (told.get(Number(id)) ?? 0), `${id} is told at version ${version} after ${told.get(Number(id))}`);
      told.set(Number(id), version);
      wanted.delete(`${id} ${version}`);
    }
  }
  deepEqual([...wanted], []);
}

/** Waits until each follower has come to the newest event. */
export async function catchUp(database: TestDatabase, followers: readonly Follower[]): Promise<readonly Logged[]> {
  const logged = await database.query<Logged>('select id, changes from event_log order by id');
  const newest = logged.at(-1)!.id;
  for (const until = Date.now() + 30_000; followers.some(({ lastId }) => lastId < newest) && Date.now() < until; )
    await sleep(50);
  return logged;
}
