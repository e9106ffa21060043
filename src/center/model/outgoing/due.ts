import { rowWith, updateRows } from '../../database/rows.ts';
import type { Db, Row } from '../../database/tables.ts';
import { LEASE_MS, type LeaseOwner } from '../lease.ts';
import type { Work } from '../work.ts';
import { touchDelivery } from './delivery.ts';

const MINUTE_MS = 60_000;
const FIRST_PAUSES = [1, 5, 15, 60];
const HOURLY_TRIES = 48;
const MAX_TRIES = 1 + FIRST_PAUSES.length + HOURLY_TRIES;

/**
 * The pause in milliseconds after a number of tries; undefined: it is not tried again. Tries are counted, and not days:
 * a desk that is closed at night, or a wrong clock, ends nothing too early.
 */
export function sendPause(tries: number): number | undefined {
  if (tries >= MAX_TRIES) return undefined;
  return (FIRST_PAUSES[tries - 1] ?? 60) * MINUTE_MS;
}

/** A letter that is due, with the process's lease on it. */
export type Due = Row<'outgoing'>;

/** Clocks of several servers differ by as much; a clock that is set back by more is noticed. */
const CLOCKS_DIFFER_MS = 10_000;

type Leased = Pick<Due, 'attempts' | 'has_begun' | 'lease_owner' | 'lease_ends_at'>;

/** The process that takes letters. */
export interface Taker {
  readonly owner: LeaseOwner;
  /** It has run for a while: a letter that ended another process does not end this one at once. */
  readonly isSteady: boolean;
}

/** After three crashes, suspect the letter. */
const SUSPECT_TRIES = 3;

/**
 * Whether the process that took a letter has ended, and this one may send it. One whose try had begun may be out
 * already: it is sent again only by a process that is steady, so that a row of processes that end does not send it
 * again and again; and after the pauses of failed tries if processes end over it all the same.
 */
function isLeft(row: Leased, { owner, isSteady }: Taker, now: number): boolean {
  const { attempts, has_begun: hasBegun, lease_owner, lease_ends_at: endsAt } = row;
  if (endsAt! > now && lease_owner !== null && !owner.hasEnded(lease_owner)) return false;
  if (hasBegun === 0) return true;
  if (attempts < SUSPECT_TRIES) return isSteady;
  return isSteady && endsAt! - LEASE_MS + (sendPause(attempts + 1 - SUSPECT_TRIES) ?? 0) <= now;
}

/**
 * The letters whose time has come. Those that a process has ended over come after all others, and each alone: one that
 * ends the process every time holds up no other.
 */
async function dueIds(work: Work, taker: Taker, limit: number): Promise<number[]> {
  const { db, now } = work;
  const locked = <Query extends { forUpdate(): Query; skipLocked(): Query }>(query: Query): Query =>
    work.kind === 'postgres' ? query.forUpdate().skipLocked() : query;
  const sending = await locked(
    db
      .selectFrom('outgoing')
      .select(['id', 'attempts', 'has_begun', 'lease_owner', 'lease_ends_at'])
      .where('state', '=', 'sending')
      .orderBy('lease_ends_at')
      .orderBy('id'),
  ).execute();
  const left = sending.filter(row => isLeft(row, taker, now));
  const untried = left.filter(row => row.has_begun === 0);
  if (untried.length > 0) return untried.slice(0, limit).map(({ id }) => id);
  const due = await locked(
    db
      .selectFrom('outgoing')
      .select('id')
      .where('state', 'in', TIMED)
      .where('next_at', '<=', now)
      .orderBy('next_at')
      .orderBy('id')
      .limit(limit),
  ).execute();
  return (due.length > 0 ? due : left.slice(0, 1)).map(({ id }) => id);
}

/** The states of letters that a time brings. */
const TIMED = ['held', 'timed', 'queued'] as const;

/** After the clock was set back, waiting times restart, and no lease is longer than a new one. */
async function followClock({ db, now }: Work): Promise<void> {
  await db
    .updateTable('outgoing')
    .set(({ eb, ref, case: when }) => {
      const anew = eb(eb.val(now), '+', eb(ref('next_at'), '-', ref('since')));
      return { next_at: when('state').when('timed').then(ref('next_at')).else(anew).end(), since: now };
    })
    .where('state', 'in', TIMED)
    .where('since', '>', now + CLOCKS_DIFFER_MS)
    .execute();
  await db
    .updateTable('outgoing')
    .set({ lease_ends_at: now + LEASE_MS })
    .where('state', '=', 'sending')
    .where('lease_ends_at', '>', now + LEASE_MS + CLOCKS_DIFFER_MS)
    .execute();
}

/** Whether `takeDue` may find something: it is asked often, and writes nothing. */
export async function hasDue({ db, now }: Pick<Work, 'db' | 'now'>, taker: Taker): Promise<boolean> {
  const sending = await db
    .selectFrom('outgoing')
    .select(['attempts', 'has_begun', 'lease_owner', 'lease_ends_at'])
    .distinct()
    .where('state', '=', 'sending')
    .execute();
  if (sending.some(row => row.lease_ends_at! > now + LEASE_MS + CLOCKS_DIFFER_MS || isLeft(row, taker, now)))
    return true;
  const due = await db
    .selectFrom('outgoing')
    .select('id')
    .where('state', 'in', TIMED)
    .where(({ or, eb }) => or([eb('next_at', '<=', now), eb('since', '>', now + CLOCKS_DIFFER_MS)]))
    .limit(1)
    .executeTakeFirst();
  return due !== undefined;
}

/** Takes letters whose time has come, the oldest first: no other process sends them while the lease lasts. */
export async function takeDue(work: Work, taker: Taker, limit: number): Promise<Due[]> {
  await followClock(work);
  const ids = await dueIds(work, taker, limit);
  if (ids.length === 0) return [];
  const lease = { lease_owner: taker.owner.id, lease_ends_at: work.now + LEASE_MS };
  const taken = await updateRows(work.db, 'outgoing', { id: ids }, { state: 'sending', ...lease });
  return taken.toSorted((a, b) => a.next_at - b.next_at || a.id - b.id);
}

/** Begins the try of a letter that was taken. Undefined if it was taken back meanwhile, or another process has it. */
export function beginTry({ db }: Work, { id, lease_owner }: Due): Promise<Due | undefined> {
  return db
    .updateTable('outgoing')
    .set(({ eb, ref }) => ({ has_begun: 1, attempts: eb(ref('attempts'), '+', 1) }))
    .where('id', '=', id)
    .where('state', '=', 'sending')
    .where('lease_owner', '=', lease_owner)
    .returningAll()
    .executeTakeFirst();
}

/** Shows that these letters are being sent. */
export async function showTaken(work: Work, taken: readonly Due[]): Promise<void> {
  for (const { message_id: id, attempts, has_begun: hasBegun } of taken)
    if (id !== null && attempts === hasBegun) await touchDelivery(work, id, { state: 'queued', at: work.now });
}

/** Keeps the leases of this process. */
export async function keepLeases({ db, now }: Work, owner: LeaseOwner): Promise<void> {
  await updateRows(db, 'outgoing', { state: 'sending', lease_owner: owner.id }, { lease_ends_at: now + LEASE_MS });
}

/**
 * Gives letters back as they were taken, because they were not tried: any process can send them at once, or a steady
 * one if they may be out already.
 */
export async function returnLetters({ db, now }: Work, taken: readonly Due[]): Promise<void> {
  const [mayBeOut, certain] = [1, 0].map(flag => taken.filter(due => due.has_begun === flag).map(({ id }) => id));
  const ours = (ids: readonly number[]) =>
    db
      .updateTable('outgoing')
      .where('id', 'in', [...ids])
      .where('state', '=', 'sending')
      .where('lease_owner', '=', taken[0]!.lease_owner);
  if (mayBeOut!.length > 0) await ours(mayBeOut!).set({ lease_owner: null, lease_ends_at: now }).execute();
  if (certain!.length === 0) return;
  await ours(certain!)
    .set(({ eb, ref }) => ({
      state: 'queued',
      attempts: eb(ref('attempts'), '-', ref('has_begun')),
      has_begun: 0,
      since: now,
      next_at: now,
    }))
    .execute();
}

/** Lets the letters be tried at once that wait like this, because that has ended. */
export async function endWait({ db, now }: Work, like: Partial<Pick<Due, 'attempts' | 'reply'>>): Promise<void> {
  await db
    .updateTable('outgoing')
    .set({ since: now, next_at: now })
    .where('state', '=', 'queued')
    .where('next_at', '>', now)
    .where(({ and }) => and(like))
    .execute();
}

/** Whether an inbox is still there, of those that letters are from. */
export async function isInboxThere(db: Db, id: number): Promise<boolean> {
  return (await rowWith(db, 'inbox', { id })) !== undefined;
}
