import * as v from 'valibot';
import { ConversationTitle } from '../../contract/conversation-body.ts';
import { Id } from '../../contract/schema.ts';
import { counted } from '../../text/numbers.ts';
import { type SafeText, t } from '../../text/safe.ts';
import { attempt } from '../calls/attempt.ts';
import type { Change, ChangeOutcome } from './change.ts';
import { onVersion } from './condition.ts';
import { editConversations, editThread } from './edit-visible.ts';
import { OneConversationId } from './ids.ts';
import { orAbsent, orRefused } from './send.ts';

const Args = v.object({
  ids: OneConversationId,
  title: ConversationTitle,
  messageIds: v.pipe(v.array(Id), v.minLength(1)),
  noteIds: v.array(Id),
});
type Args = v.InferOutput<typeof Args>;

/** `2 messages and 1 note`. */
export function partsInWords({ messageIds, noteIds }: Pick<Args, 'messageIds' | 'noteIds'>): SafeText {
  const messages = counted(messageIds.length, t`message`);
  return noteIds.length === 0 ? messages : t`${messages} and ${counted(noteIds.length, t`note`)}`;
}

/**
 * Takes messages and notes out of a conversation into one of their own, which is shown once the help center has made it.
 * The help center cannot undo it, so it is held for ten seconds.
 */
export const conversationSplit: Change<Args> = {
  args: Args,
  // An unloaded conversation looks as if its messages had left already: that is never taken for done.
  allIds: ({ ids }) => ids,
  apply: (visible, { ids, messageIds, noteIds }) => {
    const [moved, noted] = [new Set(messageIds), new Set(noteIds)];
    let gone = { messages: 0, notes: 0 };
    const read = editThread(visible, ids[0]!, thread => {
      const messages = thread.messages.filter(({ id }) => !moved.has(id));
      const notes = thread.notes.filter(({ id }) => !noted.has(id));
      gone = { messages: thread.messages.length - messages.length, notes: thread.notes.length - notes.length };
      return gone.messages + gone.notes === 0 ? thread : { ...thread, messages, notes };
    });
    if (read === visible) return visible;
    const less = (count: number | null, by: number) => (count === null ? null : Math.max(0, count - by));
    return editConversations(read, ids, one => ({
      ...one,
      message_count: less(one.message_count, gone.messages),
      note_count: less(one.note_count, gone.notes),
    }));
  },
  send: (client, { ids, title, messageIds, noteIds }, key, { versions }) =>
    orRefused(ids, () =>
      orAbsent(client, ids[0]!, 'conversation.split', async () => {
        const { data } = await client.conversation.split({
          params: { conversation_id: ids[0]! },
          body: { title, message_ids: messageIds, note_ids: noteIds },
          key,
          ...onVersion(versions, ids[0]!),
        });
        return data && doneIn(ids, data.id);
      }),
    ),
  check: async (client, { ids, messageIds: [first] }) => {
    const params = { conversation_id: ids[0]!, message_id: first! };
    const read = await attempt(client.message.get({ params }));
    if ('value' in read) return 'notDone';
    if (read.error.status !== 404) throw read.error;
    return doneIn(ids);
  },
  isRepeatable: false,
  undo: 'hold',
  holdMs: 10_000,
  title: ({ ids, ...parts }) => ({ text: t`Split ${partsInWords(parts)} off #${ids[0]!}`, short: t`Split` }),
  refusal: t`Not split`,
};

function doneIn(ids: readonly number[], madeId?: number): ChangeOutcome {
  return { conversations: [], refused: [], reread: ids, ...(madeId === undefined ? {} : { madeId }) };
}
