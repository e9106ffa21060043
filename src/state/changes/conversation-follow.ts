import * as v from 'valibot';
import { t } from '../../text/safe.ts';
import { conversationOf } from '../visible.ts';
import type { Change, ChangeOutcome } from './change.ts';
import { editConversations } from './edit-visible.ts';
import { ConversationIds } from './ids.ts';
import { orAbsent, sendEach } from './send.ts';
import { countedTitle } from './title.ts';

const Args = v.object({ ids: ConversationIds, followed: v.boolean() });

const DONE: ChangeOutcome = { conversations: [], refused: [] };

/** Lets this agent alone follow conversations, or no longer, which its undo does. It changes no version. */
export const conversationFollow: Change<v.InferOutput<typeof Args>> = {
  args: Args,
  apply: (visible, { ids, followed }) =>
    editConversations(visible, ids, c => ((c.followed === true) === followed ? c : { ...c, followed })),
  send: (client, { ids, followed }, key, { progress }) =>
    sendEach(
      ids,
      key,
      (id, ownKey) =>
        orAbsent(client, id, 'conversation.follow', async () => {
          const request = { params: { conversation_id: id }, key: ownKey };
          if (followed) return (await client.conversation.follow(request)).data;
          return (await client.conversation.unfollow(request)).isConfirmed ? DONE : null;
        }),
      progress,
    ),
  isRepeatable: true,
  undo: ({ ids, followed }, before) => {
    const back = ids.filter(id => (conversationOf(before, id)?.followed === true) !== followed);
    return back.length > 0 ? [{ name: 'conversation.follow', args: { ids: back, followed: !followed } }] : [];
  },
  title: ({ ids, followed }) => countedTitle(followed ? t`Followed` : t`No longer followed:`, ids),
  refusal: t`Not followed`,
};
