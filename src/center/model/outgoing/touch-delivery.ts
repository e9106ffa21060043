import type { HistoryEvent } from '../../../contract/history.ts';
import { type ConversationRow, lockConversations, writeConversations } from '../conversation/row.ts';
import { mailActor, recordOne } from '../history.ts';
import { conversationOf } from '../message/delivery.ts';
import type { Work } from '../work.ts';
import { type Delivered, setDelivery } from './set-delivery.ts';

/** Whether a mail was not delivered to somebody: a bounce may come before the relay's word is recorded. */
async function hasFailed({ db }: Work, messageId: number): Promise<boolean> {
  const row = await db
    .selectFrom('message_delivery')
    .select('state')
    .where('message_id', '=', messageId)
    .executeTakeFirst();
  return row?.state === 'failed';
}

/** Raises the version of a message's conversation, so that desks read it again. Undefined if the message is gone. */
export async function tellDesks(work: Work, messageId: number): Promise<ConversationRow | undefined> {
  const id = await conversationOf(work, messageId);
  const [before] = id === undefined ? [] : await lockConversations(work, [id]);
  if (before) await writeConversations(work, [{ before, patch: {} }], mailActor(work));
  return before;
}

/**
 * Records how far the mail of a message has come, and tells the desks. A message that is gone has no mail any more, and
 * a failure stays.
 */
export async function touchDelivery(
  work: Work,
  messageId: number,
  delivered: Delivered,
  event?: HistoryEvent,
): Promise<void> {
  const conversation = await tellDesks(work, messageId);
  if (!conversation) return;
  if (!(await hasFailed(work, messageId))) await setDelivery(work, messageId, delivered);
  const changes = { message_id: { from: null, to: messageId } };
  if (event) await recordOne(work, conversation.id, event, changes, mailActor(work));
}
