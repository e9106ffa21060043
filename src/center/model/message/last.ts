import type { ConversationPatch, ConversationRecord } from '../conversation/row.ts';
import { secondOf } from '../time.ts';
import type { Work } from '../work.ts';
import { previewOf } from './part.ts';

/** Messages of the help center itself (see `addSystemMessage`) hide no customer's words. */
function newestOf({ db }: Work, id: number) {
  return db
    .selectFrom('message')
    .select(['body_text', 'created_at'])
    .where('conversation_id', '=', id)
    .where(({ or, eb }) => or([eb('kind', '!=', 'system'), eb('event', 'is not', null)]))
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
}

/** When the newest message was written, in milliseconds; without a message: when the conversation began. */
export async function newestMessageAt(
  work: Work,
  { id, created_at }: Pick<ConversationRecord, 'id' | 'created_at'>,
): Promise<number> {
  return (await newestOf(work, id))?.created_at ?? created_at;
}

/**
 * The fields of a conversation that depend on its newest message. Without a message: its creation and no text. Mail may
 * be older than the conversation, which then has the later of both times.
 */
export async function lastMessageOf(
  work: Work,
  { id, created_at }: Pick<ConversationRecord, 'id' | 'created_at'>,
): Promise<Required<Pick<ConversationPatch, 'preview' | 'last_message_at'>>> {
  const last = await newestOf(work, id);
  return {
    preview: last ? previewOf(last.body_text) : '',
    last_message_at: Math.max(created_at, secondOf(last?.created_at ?? 0)),
  };
}
