import * as v from 'valibot';
import { t } from '../../text/safe.ts';
import type { Change } from './change.ts';
import { onVersion } from './condition.ts';
import { editConversations } from './edit-visible.ts';
import { ConversationIds } from './ids.ts';
import { inverseCalls } from './inverse-calls.ts';
import { sendEach } from './send.ts';
import { countedTitle } from './title.ts';

const Args = v.object({ ids: ConversationIds, disable_rating: v.boolean() });

/** Switches the rating request after closing on or off (`disable_rating`). */
export const conversationRating: Change<v.InferOutput<typeof Args>> = {
  args: Args,
  apply: (visible, { ids, disable_rating }) =>
    editConversations(visible, ids, c => (c.disable_rating === disable_rating ? c : { ...c, disable_rating })),
  send: (client, { ids, disable_rating }, key, { progress, versions }) =>
    sendEach(
      ids,
      key,
      async (id, ownKey) =>
        (
          await client.conversation.update({
            params: { conversation_id: id },
            body: { disable_rating },
            key: ownKey,
            ...onVersion(versions, id),
          })
        ).data,
      progress,
    ),
  conflictField: 'disable_rating',
  isRepeatable: true,
  undo: ({ ids, disable_rating }, before) =>
    inverseCalls(
      ids,
      before,
      c => (c.disable_rating === disable_rating ? undefined : c.disable_rating),
      (some, former) => ({ name: 'conversation.rating', args: { ids: some, disable_rating: former } }),
    ),
  title: ({ ids, disable_rating }) => {
    const state = disable_rating ? t`off` : t`on`;
    return { ...countedTitle(t`Rating request ${state} for`, ids), short: t`Rating request ${state}` };
  },
  doing: t`Switching the rating request of`,
  refusal: t`Rating request not changed`,
};
