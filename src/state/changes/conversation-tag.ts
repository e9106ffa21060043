import * as v from 'valibot';
import { TagName } from '../../contract/conversation-body.ts';
import { join, type SafeText, safeLine, t } from '../../text/safe.ts';
import type { Conversation } from '../world.ts';
import { sendBulk } from './bulk.ts';
import type { Change } from './change.ts';
import { onVersions } from './condition.ts';
import { editConversations } from './edit-visible.ts';
import { ConversationIds } from './ids.ts';
import { inverseCalls } from './inverse-calls.ts';
import { countedTitle } from './title.ts';

const Args = v.object({ ids: ConversationIds, tags: v.pipe(v.array(TagName), v.minLength(1)) });
type Args = v.InferOutput<typeof Args>;

/** Those of these tags that a conversation does not have yet; tags are compared without case. */
function missing(conversation: Conversation, tags: readonly string[]): string[] {
  const held = new Set(conversation.tags.map(tag => tag.toLowerCase()));
  return tags.filter(tag => !held.has(tag.toLowerCase()));
}

/** Those of these tags that a conversation has, in its spelling. */
function held(conversation: Conversation, tags: readonly string[]): string[] {
  const wanted = new Set(tags.map(tag => tag.toLowerCase()));
  return conversation.tags.filter(tag => wanted.has(tag.toLowerCase()));
}

/** The tags without those that are removed: a help center may list any number of both. */
function without(tags: Conversation['tags'], removed: readonly string[]): Conversation['tags'] {
  const gone = new Set(removed);
  return tags.filter(tag => !gone.has(tag));
}

/** The common part of adding and removing tags; `concerned`: the tags that it changes at a conversation. */
function tagging(
  concerned: typeof missing,
  edit: (tags: Conversation['tags'], concerned: readonly string[]) => Conversation['tags'],
  inverse: 'conversation.tag' | 'conversation.untag',
  done: SafeText,
): Pick<Change<Args>, 'args' | 'apply' | 'isRepeatable' | 'undo' | 'title'> {
  return {
    args: Args,
    apply: (visible, { ids, tags }) =>
      editConversations(visible, ids, c => {
        const changed = concerned(c, tags);
        return changed.length === 0 ? c : { ...c, tags: edit(c.tags, changed) };
      }),
    isRepeatable: true,
    undo: ({ ids, tags }, before) =>
      inverseCalls(
        ids,
        before,
        c => {
          const changed = concerned(c, tags);
          return changed.length > 0 ? changed : undefined;
        },
        (some, changed) => ({ name: inverse, args: { ids: some, tags: changed } }),
      ),
    title: ({ ids, tags }) => countedTitle(done, ids, t` ${join(tags.map(safeLine), t`, `)}`),
  };
}

/** Adds tags to conversations. */
export const conversationTag: Change<Args> = {
  ...tagging(missing, (tags, added) => [...tags, ...added.map(safeLine)].sort(), 'conversation.untag', t`Tagged`),
  send: (client, { ids, tags }, key, { progress, versions }) =>
    sendBulk(
      ids,
      key,
      async (some, ownKey) => {
        const body = { conversation_ids: [...some], tags, ...onVersions(versions, some) };
        return (await client.conversation.addTags({ body, key: ownKey })).data;
      },
      progress,
    ),
  doing: t`Tagging`,
  refusal: t`Not tagged`,
};

/** Removes tags from conversations. */
export const conversationUntag: Change<Args> = {
  ...tagging(held, without, 'conversation.tag', t`Untagged`),
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
  doing: t`Untagging`,
  refusal: t`Not untagged`,
};
