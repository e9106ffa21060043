import type { HistoryEvent } from '../../../contract/history.ts';
import { lockConversations, writeConversations } from '../conversation/row.ts';
import { record } from '../history.ts';
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
  const id = await conversationOf(work, messageId);
  const [before] = id === undefined ? [] : await lockConversations(work, [id]);
  if (!before) return;
  // Nobody did it by hand: a mail that comes late may still change the conversation.
  const actor = { agentId: null, byMail: true, now: work.now };
  if (!(await hasFailed(work, messageId))) await setDelivery(work, messageId, delivered);
  await writeConversations(work, [{ before, patch: {} }], actor);
  const changes = { message_id: { from: null, to: messageId } };
  if (event) await record(work, [{ conversationId: before.id, event, changes }], actor);
}
