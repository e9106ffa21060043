import * as v from 'valibot';
import { ConversationTitle } from '../../contract/conversation-body.ts';
import { safeLine, t } from '../../text/safe.ts';
import type { Change } from './change.ts';
import { onVersion } from './condition.ts';
import { editConversations } from './edit-visible.ts';
import { ConversationIds } from './ids.ts';
import { inverseCalls } from './inverse-calls.ts';
import { sendEach } from './send.ts';
import { countedTitle } from './title.ts';

const Args = v.object({ ids: ConversationIds, title: ConversationTitle });

/** Changes the title of conversations. */
export const conversationTitle: Change<v.InferOutput<typeof Args>> = {
  args: Args,
  apply: (visible, { ids, title }) =>
    editConversations(visible, ids, c => (c.title === safeLine(title) ? c : { ...c, title: safeLine(title) })),
  send: (client, { ids, title }, key, { versions }) =>
    sendEach(
      ids,
      key,
      async (id, ownKey) =>
        (
          await client.conversation.update({
            params: { conversation_id: id },
            body: { title },
            key: ownKey,
            ...onVersion(versions, id),
          })
        ).data,
    ),
  conflictField: 'title',
  isRepeatable: false,
  undo: ({ ids, title }, before) =>
    inverseCalls(
      ids,
      before,
      c => (c.title === safeLine(title) || c.title === '' ? undefined : c.title),
      (some, former) => ({ name: 'conversation.title', args: { ids: some, title: former } }),
    ),
  written: ({ title }) => ['title', { text: title }],
  title: ({ ids }) => countedTitle(t`Retitled`, ids),
  refusal: t`Title not changed`,
};
