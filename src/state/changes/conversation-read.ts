import * as v from 'valibot';
import { Id } from '../../contract/schema.ts';
import { t } from '../../text/safe.ts';
import type { Change } from './change.ts';
import { editConversations } from './edit-visible.ts';
import { OneConversationId } from './ids.ts';
import { orAbsent, sendEach } from './send.ts';
import { countedTitle } from './title.ts';

const Args = v.object({ ids: OneConversationId, messageId: Id, seesFailure: v.optional(v.boolean()) });

/** Marks a conversation as read up to a message, and a mail of ours that was not delivered as seen. */
export const conversationRead: Change<v.InferOutput<typeof Args>> = {
  args: Args,
  apply: (visible, { ids, seesFailure }) =>
    editConversations(visible, ids, c => {
      const isSeen = seesFailure === true && c.delivery_failed === true;
      const isCalled = c.mentioned ? { mentioned: null } : {};
      return c.unread || isSeen || c.mentioned
        ? { ...c, ...isCalled, unread: false, ...(isSeen ? { delivery_failed: false } : {}) }
        : c;
    }),
  send: (client, { ids, messageId }, key) =>
    sendEach(ids, key, (id, ownKey) =>
      orAbsent(client, id, 'read', async () => {
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
