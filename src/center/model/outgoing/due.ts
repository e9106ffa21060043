import type { Db, Row } from '../../database/tables.ts';
import { LEASE_MS, type LeaseOwner } from '../lease.ts';
import type { Work } from '../work.ts';
import { pauseAfter } from './schedule.ts';
import { touchDelivery } from './touch-delivery.ts';

/** A letter that is due, with the process's lease on it. */
export type Due = Row<'outgoing'>;

/** Clocks of several servers differ by as much; a clock that is set back by more is noticed. */
const CLOCKS_DIFFER_MS = 10_000;

type Leased = Pick<Due, 'attempts' | 'lease_owner' | 'lease_ends_at'>;

/** After so many tries, a process that has ended over a letter may have ended because of it. */
const SUSPECT_TRIES = 3;

/**
 * Whether the process that sent a letter has ended, and another one may send it: at once, because most processes end for
 * other reasons, but after the pauses of failed tries if that happens again and again.
 */
function isLeft({ attempts, lease_owner, lease_ends_at: endsAt }: Leased, owner: LeaseOwner, now: number): boolean {
  if (endsAt! > now && !owner.hasEnded(lease_owner!)) return false;
  if (attempts < SUSPECT_TRIES) return true;
  return endsAt! - LEASE_MS + (pauseAfter(attempts + 1 - SUSPECT_TRIES) ?? 0) <= now;
}

/**
 * The letters whose time has come. Those of processes that have ended while they sent them come after all others, and
 * each alone: one that ends the process every time holds up no other.
 */
async function dueIds(work: Work, owner: LeaseOwner, limit: number): Promise<number[]> {
  const { db, now } = work;
  const locked = <Query extends { forUpdate(): Query; skipLocked(): Query }>(query: Query): Query =>
    work.kind === 'postgres' ? query.forUpdate().skipLocked() : query;
  const due = await locked(
    db
      .selectFrom('outgoing')
      .select('id')
      .where('state', 'in', ['held', 'queued'])
      .where('next_at', '<=', now)
      .orderBy('next_at')
      .orderBy('id')
      .limit(limit),
  ).execute();
  if (due.length > 0) return due.map(({ id }) => id);
  const sending = await locked(
    db
      .selectFrom('outgoing')
      .select(['id', 'attempts', 'lease_owner', 'lease_ends_at'])
      .where('state', '=', 'sending')
      .orderBy('lease_ends_at')
      .orderBy('id'),
  ).execute();
  return sending
    .filter(row => isLeft(row, owner, now))
    .slice(0, 1)
    .map(({ id }) => id);
}

/** After the clock was set back, a time to wait begins anew, and no lease is longer than a new one. */
async function followClock({ db, now }: Work): Promise<void> {
  await db
    .updateTable('outgoing')
    .set(({ eb, ref }) => ({ next_at: eb(eb.val(now), '+', eb(ref('next_at'), '-', ref('since'))), since: now }))
    .where('state', 'in', ['held', 'queued'])
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
export async function hasDue({ db, now }: Pick<Work, 'db' | 'now'>, owner: LeaseOwner): Promise<boolean> {
  const sending = await db
    .selectFrom('outgoing')
    .select(['attempts', 'lease_owner', 'lease_ends_at'])
    .distinct()
    .where('state', '=', 'sending')
    .execute();
  if (sending.some(row => row.lease_ends_at! > now + LEASE_MS + CLOCKS_DIFFER_MS || isLeft(row, owner, now)))
    return true;
  const due = await db
    .selectFrom('outgoing')
    .select('id')
    .where('state', 'in', ['held', 'queued'])
    .where(({ or, eb }) => or([eb('next_at', '<=', now), eb('since', '>', now + CLOCKS_DIFFER_MS)]))
    .limit(1)
    .executeTakeFirst();
  return due !== undefined;
}

/** Takes letters whose time has come, the oldest first: no other process sends them while the lease lasts. */
export async function takeDue(work: Work, owner: LeaseOwner, limit: number): Promise<Due[]> {
  await followClock(work);
  const ids = await dueIds(work, owner, limit);
  if (ids.length === 0) return [];
  const taken = await work.db
    .updateTable('outgoing')
    .set(({ eb, ref }) => ({
      state: 'sending',
      attempts: eb(ref('attempts'), '+', 1),
      lease_owner: owner.id,
      lease_ends_at: work.now + LEASE_MS,
    }))
    .where('id', 'in', ids)
    .returningAll()
    .execute();
  return taken.toSorted((a, b) => a.next_at - b.next_at || a.id - b.id);
}

/** Shows that these letters are being sent, and cannot be taken back any more. */
export async function showTaken(work: Work, taken: readonly Due[]): Promise<void> {
  for (const { message_id: id, attempts } of taken)
    if (id !== null && attempts === 1) await touchDelivery(work, id, { state: 'queued', at: work.now });
}

/** Keeps the leases of this process. */
export async function keepLeases({ db, now }: Work, owner: LeaseOwner): Promise<void> {
  await db
    .updateTable('outgoing')
    .set({ lease_ends_at: now + LEASE_MS })
    .where('state', '=', 'sending')
    .where('lease_owner', '=', owner.id)
    .execute();
}

/** Gives letters back that were taken and not tried, so that they can be sent at once by any process. */
export async function giveBack({ db, now }: Work, owner: LeaseOwner, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return;
  await db
    .updateTable('outgoing')
    .set(({ eb, ref }) => ({ state: 'queued', attempts: eb(ref('attempts'), '-', 1), since: now, next_at: now }))
    .where('id', 'in', [...ids])
    .where('state', '=', 'sending')
    .where('lease_owner', '=', owner.id)
    .execute();
}

/** Whether an inbox is still there, of those that letters are from. */
export async function isInboxThere(db: Db, id: number): Promise<boolean> {
  return (await db.selectFrom('inbox').select('id').where('id', '=', id).executeTakeFirst()) !== undefined;
}
