import * as v from 'valibot';
import { t } from '../../text/safe.ts';
import type { Change } from '../change.ts';
import { conversationOf } from '../visible.ts';
import { onVersion } from './condition.ts';
import { readingNotKept } from './conversation-read.ts';
import { editConversations } from './edit-visible.ts';
import { ConversationIds } from './ids.ts';
import { orAbsent, sendEach } from './send.ts';
import { countedTitle } from './title.ts';

const Args = v.object({ ids: ConversationIds, unread: v.boolean() });

const answered = t`an agent wrote last, or it is older than your account.`;

/** Marks conversations as unread for this agent alone, or as read again, which its undo does. */
export const conversationUnread: Change<v.InferOutput<typeof Args>> = {
  args: Args,
  apply: (visible, { ids, unread }) =>
    editConversations(visible, ids, c => (c.unread === !unread ? { ...c, unread } : c)),
  send: (client, { ids, unread }, key, { versions, progress }) =>
    sendEach(
      ids,
      key,
      (id, ownKey) =>
        orAbsent(client, id, { offer: 'read', reason: readingNotKept }, async () => {
          const { data } = await client.conversation.read({
            params: { conversation_id: id },
            body: unread ? { message_id: null } : {},
            key: ownKey,
            // What came since was not read.
            ...(unread ? {} : onVersion(versions, id)),
          });
          if (!unread || data?.unread !== false) return data;
          return { conversations: [data], refused: [{ id, reason: answered }] };
        }),
      progress,
    ),
  minds: ({ unread }) => (unread ? undefined : t`mark as read`),
  isRepeatable: true,
  undo: ({ ids, unread }, before) => {
    const back = ids.filter(id => conversationOf(before, id)?.unread === !unread);
    return back.length > 0 ? [{ name: 'conversation.unread', args: { ids: back, unread: !unread } }] : [];
  },
  title: ({ ids, unread }) => countedTitle(unread ? t`Marked unread` : t`Marked read`, ids),
  refusal: t`Not marked unread`,
};
