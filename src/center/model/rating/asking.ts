import type { Db } from '../../database/tables.ts';
import { CLOSED_STATUS_ID } from '../conversation/mark.ts';
import type { ConversationRow } from '../conversation/row.ts';
import { inboxVoice } from '../inbox/voice.ts';

/** Whom to ask for a rating, in whose name, and for which message of an agent. */
export interface Asking {
  readonly answerId: number;
  readonly inboxId: number;
  readonly from: { readonly name: string; readonly email: string };
  readonly text: string;
  readonly contactId: number;
  readonly to: { readonly name: string; readonly email: string };
}

/** The last message that an agent sent by mail, and how far it has come. */
function lastAnswer(db: Db, conversationId: number) {
  return db
    .selectFrom('message')
    .innerJoin('message_delivery as delivery', 'delivery.message_id', 'message.id')
    .select(['message.id', 'delivery.state'])
    .where('message.conversation_id', '=', conversationId)
    .where('message.kind', '=', 'agent')
    .orderBy('message.created_at', 'desc')
    .orderBy('message.id', 'desc')
    .limit(1)
    .executeTakeFirst();
}

/**
 * Whom to ask about a conversation that was closed; `later` if the agent's answer is still on its way, undefined if
 * nobody is to be asked.
 */
export async function askingFor(db: Db, row: ConversationRow): Promise<Asking | 'later' | undefined> {
  const { id, inbox_id: inboxId, requester_id: contactId } = row;
  const isClosed = row.status_id === CLOSED_STATUS_ID && row.merged_into === null;
  if (!isClosed || row.disable_rating === 1 || inboxId === null || contactId === null) return undefined;
  const { name, address, kind, send_rating_request: asks, rating_message: text } = await inboxVoice(db, inboxId);
  if (asks === 0 || kind === 'spam' || address === null || text.trim() === '') return undefined;
  const answer = await lastAnswer(db, id);
  if (!answer || answer.state === 'failed') return undefined;
  if (answer.state !== 'sent') return 'later';
  const asked = await db
    .selectFrom('rating_request')
    .select('id')
    .where('answer_id', '=', answer.id)
    .executeTakeFirst();
  const contact = await db
    .selectFrom('contact')
    .select(['name', 'email'])
    .where('id', '=', contactId)
    .executeTakeFirst();
  const email = contact?.email ?? null;
  if (asked || email === null) return undefined;
  return {
    answerId: answer.id,
    inboxId,
    from: { name, email: address },
    text,
    contactId,
    to: { name: contact!.name, email },
  };
}
