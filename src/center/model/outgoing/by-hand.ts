import { deleteRows, updateRows } from '../../database/rows.ts';
import type { Db, Row } from '../../database/tables.ts';
import { mailActor } from '../history.ts';
import type { LeaseOwner } from '../lease.ts';
import { rowIds } from '../rows.ts';
import type { Work } from '../work.ts';
import { noteFailure, setDelivery, tellDesks } from './delivery.ts';
import { UNTAKEN, WAITING } from './enqueue.ts';

/** A letter in the queue, as an operator sees it. Times in milliseconds. */
export interface QueuedLetter {
  readonly id: number;
  readonly state: Row<'outgoing'>['state'];
  /** The recipients who have not got it yet. */
  readonly to: readonly string[];
  readonly attempts: number;
  /** The next try; of one that failed, nothing. */
  readonly nextAt: number | null;
  /** The relay's last word. */
  readonly reply: string;
}

/** The letters that were not sent, those that wait and those that failed, the oldest first. */
export async function listQueue(db: Db): Promise<QueuedLetter[]> {
  const rows = await db
    .selectFrom('outgoing')
    .select(['id', 'state', 'recipients', 'attempts', 'next_at', 'reply'])
    // Those that were sent are many: these are found by an index.
    .where('state', 'in', [...WAITING, 'failed'])
    .orderBy('id')
    .execute();
  return rows.map(({ id, state, recipients, attempts, next_at, reply }) => ({
    id,
    state,
    to: JSON.parse(recipients) as string[],
    attempts,
    nextAt: state === 'failed' || state === 'stopped' ? null : next_at,
    reply,
  }));
}

/** Releases the letters of processes that have ended. */
async function freeLeft(work: Work, hasEnded: LeaseOwner['hasEnded']): Promise<void> {
  const { db, now } = work;
  const sending = await db
    .selectFrom('outgoing')
    .select(['id', 'lease_owner', 'lease_ends_at'])
    .where('state', '=', 'sending')
    .$if(work.kind === 'postgres', query => query.forUpdate())
    .execute();
  const left = sending.filter(
    row => row.lease_ends_at! <= now || row.lease_owner === null || hasEnded(row.lease_owner),
  );
  if (left.length === 0) return;
  const again = { has_begun: 0, lease_owner: null, lease_ends_at: null, since: now, next_at: now };
  await updateRows(db, 'outgoing', { id: rowIds(left) }, { state: 'queued', ...again });
}

/**
 * Lets letters be tried again at once, with all tries before them: those with these ids, or without ids all that wait
 * after a try, also if its process has ended over it. Returns the ids of those that are.
 */
export async function retryLetters(
  work: Work,
  ids: readonly number[] | undefined,
  hasEnded: LeaseOwner['hasEnded'],
): Promise<number[]> {
  await freeLeft(work, hasEnded);
  const again = await work.db
    .updateTable('outgoing')
    // A try has begun: it cannot be taken back.
    .set({ state: 'queued', attempts: 1, since: work.now, next_at: work.now })
    .where('attempts', '>', 0)
    .where('state', 'in', ids === undefined ? ['queued'] : ['queued', 'failed'])
    .$if(ids !== undefined, query => query.where('id', 'in', [...ids!]))
    .returning(['id', 'message_id'])
    .execute();
  for (const { message_id: messageId } of again)
    if (messageId !== null) {
      await setDelivery(work, messageId, { state: 'queued', at: work.now });
      await tellDesks(work, messageId);
    }
  return again.map(({ id }) => id);
}

/** Takes letters out of the queue for ever; their messages say that they were not sent. Returns the ids of those that are. */
export async function dropLetters(work: Work, ids: readonly number[]): Promise<number[]> {
  const reason = 'taken out of the queue by an operator';
  const dropped = await deleteRows(work.db, 'outgoing', { id: ids, state: [...UNTAKEN, 'failed'] });
  for (const { message_id: messageId } of dropped)
    if (messageId !== null) await noteFailure(work, { messageId, reason }, mailActor(work, 'service'));
  return dropped.map(({ id }) => id);
}

interface QueueSummary {
  /** Letters that are still to be sent. */
  readonly waiting: number;
  readonly failed: number;
  /** When the next one is tried; null if none waits. */
  readonly nextAt: number | null;
  /** The relay's last answer about a letter that waits. Empty if it has not answered. */
  readonly lastWord: string;
}

/** Counts the letters of the queue that are not sent. */
export async function queueSummary(db: Db): Promise<QueueSummary> {
  const states = await db
    .selectFrom('outgoing')
    .select(({ fn }) => ['state', fn.countAll<number>().as('number'), fn.min('next_at').as('next_at')])
    .where('state', 'in', ['held', 'timed', 'queued', 'sending', 'failed'])
    .groupBy('state')
    .execute();
  const waiting = states.filter(({ state }) => state !== 'failed');
  const last = await db
    .selectFrom('outgoing')
    .select('reply')
    .where('state', 'in', ['queued', 'sending'])
    .where('reply', '<>', '')
    .orderBy('since', 'desc')
    .limit(1)
    .executeTakeFirst();
  return {
    waiting: waiting.reduce((sum, { number }) => sum + Number(number), 0),
    failed: Number(states.find(({ state }) => state === 'failed')?.number ?? 0),
    nextAt: waiting.length === 0 ? null : Math.min(...waiting.map(({ next_at }) => Number(next_at))),
    lastWord: last?.reply ?? '',
  };
}
