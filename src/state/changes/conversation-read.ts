import * as v from 'valibot';
import { Id } from '../../contract/schema.ts';
import { t } from '../../text/safe.ts';
import type { Change } from '../change.ts';
import { editConversations } from '../edit-visible.ts';
import { sendEach } from '../send.ts';
import { countedTitle } from '../title.ts';
import { OneConversationId } from './ids.ts';

const Args = v.object({ ids: OneConversationId, messageId: Id });

/** Notes that the agent has read a conversation up to a message. */
export const conversationRead: Change<v.InferOutput<typeof Args>> = {
  name: 'conversation.read',
  args: Args,
  apply: (visible, { ids }) => editConversations(visible, ids, c => (c.unread ? { ...c, unread: false } : c)),
  send: (client, { ids, messageId }, key) =>
    sendEach(
      ids,
      key,
      async (id, ownKey) =>
        (
          await client.conversation.read({
            params: { conversation_id: id },
            body: { message_id: messageId },
            key: ownKey,
          })
        ).data,
    ),
  undo: 'none',
  isQuiet: true,
  title: ({ ids }) => countedTitle(t`Read`, ids),
  refusal: t`Not marked as read`,
};
