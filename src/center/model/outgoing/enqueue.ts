import { deleteRows, insertRow, rowWith } from '../../database/rows.ts';
import { noteUpload } from '../message/upload.ts';
import { conflict } from '../problem.ts';
import { isSample } from '../sample-mark.ts';
import type { Work } from '../work.ts';
import { deliveryStateOf, setDelivery } from './delivery.ts';
import { type Letter, recipientsOf } from './letter.ts';

interface NewOutgoing {
  readonly letter: Letter;
  /** Null: it belongs to no conversation. */
  readonly conversationId: number | null;
  /** The message that it brings; null: it is not a message of a conversation. */
  readonly messageId: number | null;
  /** The inbox that it is from: if that is deleted, the letter is not sent. */
  readonly inboxId: number | null;
  /** When it may be sent, in milliseconds since 1970. */
  readonly notBefore: number;
  /** It can be taken back until then; `timed`: that is a time of its agent's. */
  readonly isHeld: boolean | 'timed';
}

/**
 * Puts a letter into the queue, in the caller's transaction, which also raises the conversation's version. Returns
 * whether it will be sent: from a sample conversation nothing is.
 */
export async function enqueue(work: Work, given: NewOutgoing): Promise<boolean> {
  const { letter, conversationId, messageId, inboxId, notBefore, isHeld } = given;
  if (conversationId !== null && (await isSample(work.db, conversationId))) return false;
  const state = isHeld === 'timed' ? isHeld : isHeld ? 'held' : 'queued';
  await insertRow(work.db, 'outgoing', {
    message_id: messageId,
    conversation_id: conversationId,
    inbox_id: inboxId,
    message_key: letter.messageId,
    letter: JSON.stringify(letter),
    recipients: JSON.stringify(recipientsOf(letter)),
    state,
    since: work.now,
    next_at: notBefore,
    created_at: work.now,
  });
  if (messageId !== null)
    await setDelivery(work, messageId, isHeld ? { state: 'held', at: notBefore } : { state: 'queued', at: work.now });
  return true;
}

/** The states of letters that no process has taken. */
export const UNTAKEN = ['held', 'timed', 'stopped', 'queued'] as const;

/** The states of letters that are still to be sent. */
export const WAITING = [...UNTAKEN, 'sending'] as const;

/**
 * Takes a message's letter out of the queue. Returns false if it is not there, or if a try to send it has begun: then
 * it may have gone out.
 */
export async function takeBack(work: Work, messageId: number): Promise<boolean> {
  const untried = { message_id: messageId, state: WAITING, attempts: 0 };
  return (await deleteRows(work.db, 'outgoing', untried)).length > 0;
}

/** Its files are uploads again, so that the next message can have them. */
async function releaseFiles(work: Work, messageId: number, caller: string): Promise<void> {
  const files = await work.db
    .selectFrom('message_attachment as link')
    .innerJoin('attachment as a', 'a.id', 'link.attachment_id')
    .select(['a.id', 'a.size'])
    .where('link.message_id', '=', messageId)
    .execute();
  await deleteRows(work.db, 'message_attachment', { message_id: messageId });
  for (const { id, size } of files) await noteUpload(work, id, caller, size);
}

/**
 * Takes the mail of a message that is to be deleted out of the queue. 409 if a try to send it has begun. A message whose
 * mail has been sent, or has failed, is deleted here alone, but never taken back.
 */
export async function withdrawMail(
  work: Work,
  messageId: number,
  { caller, isTakenBack }: { readonly caller: string; readonly isTakenBack: boolean },
): Promise<void> {
  if (await takeBack(work, messageId)) return releaseFiles(work, messageId, caller);
  if (await rowWith(work.db, 'outgoing', { message_id: messageId, state: WAITING }))
    throw conflict('A try to send this message has begun: it may have gone out. It stays until that has ended.');
  const state = isTakenBack ? await deliveryStateOf(work, messageId) : undefined;
  if (state) throw conflict(state === 'sent' ? 'It has been sent.' : 'It was not delivered.');
}
