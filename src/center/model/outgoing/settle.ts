import { noteFailure } from '../message/delivery.ts';
import type { Work } from '../work.ts';
import type { Due } from './due.ts';
import { pauseAfter } from './schedule.ts';
import { touchDelivery } from './touch-delivery.ts';

/** What came of a try to send a letter. Reasons are clauses for a person. */
export interface Outcome {
  /** The relay's last word, or why there is none; on one line. */
  readonly reply: string;
  /** Who did not get it yet, and may get it by another try. */
  readonly left: readonly string[];
  /** Why it is not sent to some or all; null if nobody was refused for ever. */
  readonly failure: string | null;
}

/** The reason of a letter that was tried for two days. */
function givenUp(reply: string): string {
  return `given up after many tries: ${reply}`;
}

async function close(work: Work, { id }: Due, row: { readonly state: 'sent' | 'failed'; readonly reply: string }) {
  await work.db
    .updateTable('outgoing')
    // What is sent is in the message; what failed can be tried again by hand.
    .set({ ...row, ...(row.state === 'sent' && { letter: '', recipients: '[]' }) })
    .where('id', '=', id)
    .execute();
}

async function fail(work: Work, due: Due, reason: string): Promise<void> {
  await close(work, due, { state: 'failed', reply: reason });
  await tellFailure(work, due, reason);
}

async function tellFailure(work: Work, { message_id: messageId }: Due, reason: string): Promise<void> {
  if (messageId !== null)
    await noteFailure(work, { messageId, reason }, { agentId: null, byMail: true, now: work.now });
}

async function again(work: Work, due: Due, pauseMs: number, { reply, left }: Outcome): Promise<void> {
  await work.db
    .updateTable('outgoing')
    .set({
      state: 'queued',
      since: work.now,
      next_at: work.now + pauseMs,
      recipients: JSON.stringify(left),
      reply,
    })
    .where('id', '=', due.id)
    .execute();
  if (due.message_id !== null)
    await touchDelivery(work, due.message_id, { state: 'queued', at: work.now, reason: reply });
}

async function sent(work: Work, due: Due, reply: string): Promise<void> {
  await close(work, due, { state: 'sent', reply });
  if (due.message_id !== null)
    await touchDelivery(work, due.message_id, { state: 'sent', at: work.now }, 'message.sent');
}

/** Locks the letter. False if it is gone, or another process sends it now: then its word counts. */
async function isOurs(work: Work, due: Due): Promise<boolean> {
  const row = await work.db
    .updateTable('outgoing')
    .set({ lease_owner: null, lease_ends_at: null })
    .where('id', '=', due.id)
    .where('state', '=', 'sending')
    .where('lease_owner', '=', due.lease_owner)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** Records what came of a try. */
export async function settle(work: Work, due: Due, outcome: Outcome): Promise<void> {
  if (!(await isOurs(work, due))) return;
  const { reply, left, failure } = outcome;
  const pauseMs = pauseAfter(due.attempts);
  if (left.length > 0 && pauseMs !== undefined) {
    await again(work, due, pauseMs, outcome);
    if (failure !== null) await tellFailure(work, due, failure);
    return;
  }
  const reason = left.length > 0 ? [failure, givenUp(reply)].filter(Boolean).join('; ') : failure;
  await (reason === null ? sent(work, due, reply) : fail(work, due, reason));
}
