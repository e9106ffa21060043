import { updateRows } from '../../database/rows.ts';
import { mailActor } from '../history.ts';
import type { Work } from '../work.ts';
import { noteFailure, touchDelivery } from './delivery.ts';
import { type Due, sendPause } from './due.ts';

/** The result of a try to send a letter. Reasons are clauses for a person. */
export interface SendOutcome {
  /** The relay's answer, or why it gave no answer. On one line. */
  readonly reply: string;
  /** The recipients who did not get it yet, and may get it by another try. */
  readonly left: readonly string[];
  /** The recipients who are refused for ever. */
  readonly refused: readonly string[];
  /** The reason; null if nobody is refused. */
  readonly failure: string | null;
  /** The pause until the next try, in milliseconds, if the letter itself was not tried. */
  readonly againMs?: number | undefined;
}

/** The reason of a letter that was tried for two days. */
function givenUp(reply: string): string {
  return `given up after many tries: ${reply}`;
}

type Patch = Partial<Omit<Due, 'id'>>;

async function change({ db }: Work, { id }: Due, patch: Patch): Promise<void> {
  await updateRows(db, 'outgoing', { id }, patch);
}

async function fail(work: Work, due: Due, reason: string, to: readonly string[]): Promise<void> {
  // It can be tried again by hand, for the recipients who have not got it.
  await change(work, due, { state: 'failed', reply: reason, recipients: JSON.stringify(to) });
  await tellFailure(work, due, reason);
}

async function tellFailure(work: Work, { message_id: messageId }: Due, reason: string): Promise<void> {
  if (messageId !== null) await noteFailure(work, { messageId, reason }, mailActor(work, 'service'));
}

async function again(work: Work, due: Due, pauseMs: number, { reply, left, againMs }: SendOutcome): Promise<void> {
  const next = { since: work.now, next_at: work.now + pauseMs };
  const attempts = againMs === undefined ? due.attempts : Math.max(1, due.attempts - 1);
  await change(work, due, { state: 'queued', ...next, attempts, recipients: JSON.stringify(left), reply });
  if (due.message_id !== null)
    await touchDelivery(work, due.message_id, { state: 'queued', at: next.next_at, reason: reply });
}

async function sent(work: Work, due: Due, reply: string): Promise<void> {
  // The sent text is in the message.
  await change(work, due, { state: 'sent', reply, letter: '', recipients: '[]' });
  if (due.message_id !== null)
    await touchDelivery(work, due.message_id, { state: 'sent', at: work.now }, 'message.sent');
}

/** Locks the letter. False if it is gone, or another process sends it now: then its word counts. */
async function isOurs(work: Work, due: Due): Promise<boolean> {
  const ours = { id: due.id, state: 'sending', lease_owner: due.lease_owner } as const;
  const freed = { has_begun: 0, lease_owner: null, lease_ends_at: null };
  return (await updateRows(work.db, 'outgoing', ours, freed)).length > 0;
}

/** Records the result of a try. */
export async function recordSending(work: Work, due: Due, outcome: SendOutcome): Promise<void> {
  if (!(await isOurs(work, due))) return;
  const { reply, left, refused, failure, againMs } = outcome;
  const pauseMs = againMs ?? sendPause(due.attempts);
  if (left.length > 0 && pauseMs !== undefined) {
    await again(work, due, pauseMs, outcome);
    if (failure !== null) await tellFailure(work, due, failure);
    return;
  }
  const reason = left.length > 0 ? [failure, givenUp(reply)].filter(Boolean).join('; ') : failure;
  await (reason === null ? sent(work, due, reply) : fail(work, due, reason, [...left, ...refused]));
}
