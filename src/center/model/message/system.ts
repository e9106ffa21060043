import { lockConversation, writeConversations } from '../conversation/row.ts';
import { type Actor, record } from '../history.ts';
import { indexText } from '../search/reindex.ts';
import type { Work } from '../work.ts';
import { keepRecipients, type Recipients } from './recipients.ts';

/** A message that the help center itself sends to a customer. */
export interface SystemMessage {
  readonly conversationId: number;
  readonly bodyText: string;
  readonly recipients: Recipients;
}

/**
 * Adds a message of the help center itself, and returns its id. It answers nothing and is news for nobody: the
 * conversation keeps its preview and its place in the list (see `lastMessageOf`).
 */
export async function addSystemMessage(work: Work, given: SystemMessage, actor: Actor): Promise<number> {
  const before = await lockConversation(work, given.conversationId);
  const { id } = await work.db
    .insertInto('message')
    .values({
      conversation_id: before.id,
      kind: 'system',
      automatic: 1,
      body_text: given.bodyText,
      created_at: actor.now,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await keepRecipients(work, new Map([[id, given.recipients]]));
  await writeConversations(work, [{ before, patch: { message_count: before.message_count + 1 } }], actor);
  const changes = { message_id: { from: null, to: id } };
  await record(work, [{ conversationId: before.id, event: 'message.added', changes }], actor);
  await indexText(work, before.id, [given.bodyText]);
  return id;
}
