import * as v from 'valibot';
import { Id } from '../../contract/schema.ts';
import { t } from '../../text/safe.ts';
import type { Change } from '../change.ts';
import { editConversations } from './edit-visible.ts';
import { OneConversationId } from './ids.ts';
import { orAbsent, sendEach } from './send.ts';
import { countedTitle } from './title.ts';

const Args = v.object({ ids: OneConversationId, messageId: Id });

const notKept = t`This help center does not keep what you have read. News here go by what this desk has shown.`;

/** Marks a conversation as read up to a message. */
export const conversationRead: Change<v.InferOutput<typeof Args>> = {
  args: Args,
  apply: (visible, { ids }) => editConversations(visible, ids, c => (c.unread ? { ...c, unread: false } : c)),
  send: (client, { ids, messageId }, key) =>
    sendEach(ids, key, (id, ownKey) =>
      orAbsent(client, id, { offer: 'read', reason: notKept }, async () => {
        const request = { params: { conversation_id: id }, body: { message_id: messageId }, key: ownKey };
        return (await client.conversation.read(request)).data;
      }),
    ),
  isRepeatable: false,
  undo: 'none',
  isQuiet: true,
  title: ({ ids }) => countedTitle(t`Read`, ids),
  refusal: t`Not marked as read`,
};
