import * as v from 'valibot';
import { TagName } from '../../contract/conversation-body.ts';
import { join, safeLine, t } from '../../text/safe.ts';
import type { Change } from '../change.ts';
import type { Conversation } from '../world.ts';
import { sendBulk } from './bulk.ts';
import { onVersions } from './condition.ts';
import { editConversations } from './edit-visible.ts';
import { ConversationIds } from './ids.ts';
import { inverseCalls } from './inverse-calls.ts';
import { countedTitle } from './title.ts';

const Args = v.object({ ids: ConversationIds, tags: v.pipe(v.array(TagName), v.minLength(1)) });

/** Those of these tags that a conversation has, in its spelling. */
function held(conversation: Conversation, tags: readonly string[]): string[] {
  const wanted = new Set(tags.map(tag => tag.toLowerCase()));
  return conversation.tags.filter(tag => wanted.has(tag.toLowerCase()));
}

/** Removes tags from conversations. */
export const conversationUntag: Change<v.InferOutput<typeof Args>> = {
  args: Args,
  apply: (visible, { ids, tags }) =>
    editConversations(visible, ids, c => {
      const removed = new Set<string>(held(c, tags));
      return removed.size === 0 ? c : { ...c, tags: c.tags.filter(tag => !removed.has(tag)) };
    }),
  send: (client, { ids, tags }, key, { progress, versions }) =>
    sendBulk(
      ids,
      key,
      async (some, ownKey) => {
        const body = { conversation_ids: [...some], tags, ...onVersions(versions, some) };
        return (await client.conversation.removeTags({ body, key: ownKey })).isConfirmed ? 'done' : [];
      },
      progress,
    ),
  isRepeatable: true,
  undo: ({ ids, tags }, before) =>
    inverseCalls(
      ids,
      before,
      c => {
        const removed = held(c, tags);
        return removed.length > 0 ? removed : undefined;
      },
      (some, removed) => ({ name: 'conversation.tag', args: { ids: some, tags: removed } }),
    ),
  title: ({ ids, tags }) => countedTitle(t`Untagged`, ids, t` ${join(tags.map(safeLine), t`, `)}`),
  doing: t`Untagging`,
  refusal: t`Not untagged`,
};
