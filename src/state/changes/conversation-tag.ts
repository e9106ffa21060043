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

/** Those of these tags that a conversation does not have yet; tags are compared without case. */
function missing(conversation: Conversation, tags: readonly string[]): string[] {
  const held = new Set(conversation.tags.map(tag => tag.toLowerCase()));
  return tags.filter(tag => !held.has(tag.toLowerCase()));
}

/** Adds tags to conversations. */
export const conversationTag: Change<v.InferOutput<typeof Args>> = {
  args: Args,
  apply: (visible, { ids, tags }) =>
    editConversations(visible, ids, c => {
      const added = missing(c, tags);
      return added.length === 0 ? c : { ...c, tags: [...c.tags, ...added.map(safeLine)].sort() };
    }),
  send: (client, { ids, tags }, key, { progress, versions }) =>
    sendBulk(
      ids,
      key,
      async (some, ownKey) =>
        (
          await client.conversation.addTags({
            body: { conversation_ids: [...some], tags, ...onVersions(versions, some) },
            key: ownKey,
          })
        ).data,
      progress,
    ),
  isRepeatable: true,
  undo: ({ ids, tags }, before) =>
    inverseCalls(
      ids,
      before,
      c => {
        const added = missing(c, tags);
        return added.length > 0 ? added : undefined;
      },
      (some, added) => ({ name: 'conversation.untag', args: { ids: some, tags: added } }),
    ),
  title: ({ ids, tags }) => countedTitle(t`Tagged`, ids, t` ${join(tags.map(safeLine), t`, `)}`),
  doing: t`Tagging`,
  refusal: t`Not tagged`,
};
