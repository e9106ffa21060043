import * as v from 'valibot';
import type { conversation as endpoints } from '../../contract/conversation.ts';
import type { BodyOf } from '../../contract/endpoint.ts';
import { t } from '../../text/safe.ts';
import { conversationOf } from '../visible.ts';
import type { Change } from './change.ts';
import { onVersion } from './condition.ts';
import { editConversations } from './edit-visible.ts';
import { ConversationIds } from './ids.ts';
import { orAbsent, sendEach } from './send.ts';
import { countedTitle } from './title.ts';

const Args = v.object({ ids: ConversationIds, unread: v.boolean() });

const declined = t`This help center keeps it read: an agent wrote last.`;

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
        orAbsent(client, id, 'read', async () => {
          const read = async (body: BodyOf<typeof endpoints.read>, bodyKey: string) => {
            const params = { conversation_id: id };
            // Later messages were not read.
            return (
              await client.conversation.read({ params, body, key: bodyKey, ...onVersion(unread ? {} : versions, id) })
            ).data;
          };
          // An older help center knows no flag, and takes a body without a message for all of them.
          const older = () => read({ message_id: null }, `${ownKey}:older`);
          const flagged = async () => {
            const said = await read({ unread: true }, ownKey);
            return said?.unread === false ? older() : said;
          };
          const data = unread ? await client.capabilities.degrade('unread', flagged, older) : await read({}, ownKey);
          if (!unread || data?.unread !== false) return data;
          return { conversations: [data], refused: [{ id, reason: declined }] };
        }),
      progress,
    ),
  blockedByReplies: ({ unread }) => (unread ? undefined : t`mark as read`),
  isRepeatable: true,
  undo: ({ ids, unread }, before) => {
    const back = ids.filter(id => conversationOf(before, id)?.unread === !unread);
    return back.length > 0 ? [{ name: 'conversation.unread', args: { ids: back, unread: !unread } }] : [];
  },
  title: ({ ids, unread }) => countedTitle(unread ? t`Marked unread` : t`Marked read`, ids),
  refusal: t`Not marked unread`,
};
