import * as v from 'valibot';
import type { Client } from '../../client/client.ts';
import { Id, MAX_PAGE_SIZE } from '../../contract/schema.ts';
import { t } from '../../text/safe.ts';
import { byTime } from '../query/order.ts';
import { conversationOf, threadOf } from '../visible.ts';
import type { Conversation, Thread } from '../world.ts';
import type { Change, Checked, Tried } from './change.ts';
import { onVersions } from './condition.ts';
import { withSnooze } from './conversation-snooze.ts';
import { editConversations, editThread } from './edit-visible.ts';
import { ConversationIds } from './ids.ts';
import { orRefused } from './send.ts';
import { countedTitle } from './title.ts';

const Args = v.object({ ids: ConversationIds, into: Id });

function newest(a: number | null, b: number | null): number | null {
  return a === null || b === null ? (a ?? b) : Math.max(a, b);
}

function takeIn(target: Conversation, source: Conversation): Conversation {
  const held = new Set(target.tags.map(tag => tag.toLowerCase()));
  return {
    ...withSnooze(target, null),
    tags: [...target.tags, ...source.tags.filter(tag => !held.has(tag.toLowerCase()))].sort(),
    contacts: [...new Set([...target.contacts, ...source.contacts])],
    archived: target.archived && source.archived,
    message_count: (target.message_count ?? 0) + (source.message_count ?? 0),
    note_count: (target.note_count ?? 0) + (source.note_count ?? 0),
    last_message_at: newest(target.last_message_at, source.last_message_at),
    ...asked([target, source]),
    preview: (source.last_message_at ?? 0) > (target.last_message_at ?? 0) ? source.preview : target.preview,
  };
}

/**
 * The waiting state after a merge: the last word of a conversation in which no customer waits counts as an answer to
 * everything asked before it. A help center that says for whom a conversation waits works it out of all messages.
 */
function asked(both: readonly [Conversation, Conversation]): Partial<Conversation> {
  if (both.some(({ unread }) => unread === null)) return {};
  const answeredAt = Math.max(...both.map(one => (one.waiting_since === null ? (one.last_message_at ?? 0) : 0)));
  const open = both.filter(one => one.waiting_since !== null && (one.last_message_at ?? 0) > answeredAt);
  const least = (times: readonly number[]) => (times.length === 0 ? null : Math.min(...times));
  return {
    waiting_since: least(
      open.map(one => (one.waiting_since! > answeredAt ? one.waiting_since! : one.last_message_at!)),
    ),
    due_at: least(open.flatMap(one => one.due_at ?? [])),
    unread: both.some(one => one.unread && (open.length > 0 || one.waiting_since === null)),
  };
}

function joinThreads(target: Thread, source: Thread): Thread {
  return {
    ...target,
    messages: [...target.messages, ...source.messages].sort(byTime),
    notes: [...target.notes, ...source.notes].sort(byTime),
    reviews: [...target.reviews, ...source.reviews].sort(byTime),
  };
}

/** Whether each of them was merged into this one, or into one that was merged on. */
async function isMerged(
  client: Client,
  { ids, into }: v.InferOutput<typeof Args>,
  { conversations }: Tried,
): Promise<Checked> {
  const survivors = await Promise.all(conversations.map(conversation => survivorOf(client, conversation)));
  if (survivors.includes(null)) return 'notDone';
  const { data: target } = await client.conversation.get({ params: { conversation_id: into } });
  if (survivors.some(survivor => survivor !== into && survivor !== target.merged_into)) return 'notDone';
  const sources = conversations.map((source, index) => ({ ...source, merged_into: survivors[index]! }));
  return { conversations: [...sources, target], refused: [], reread: [into, ...ids] };
}

/** The conversation that it was merged into; null if it was not. The service's document promises a message alone. */
async function survivorOf(client: Client, { id, merged_into, messages }: Conversation): Promise<number | null> {
  // Messages inside are all there are.
  if (merged_into !== null || messages !== undefined) return merged_into;
  const { data } = await client.message.list({ params: { conversation_id: id }, query: { limit: MAX_PAGE_SIZE } });
  return data.find(({ event }) => event === 'conversation.merged_with')?.merged_with ?? null;
}

/**
 * Merges conversations (`ids`) into another one, which takes over their messages, notes, tags and contacts. The help
 * center cannot undo it, so it is held for ten seconds.
 */
export const conversationMerge: Change<v.InferOutput<typeof Args>> = {
  args: Args,
  allIds: ({ ids, into }) => [into, ...ids],
  apply: (visible, { ids, into }) => {
    const sources = ids.filter(id => id !== into && conversationOf(visible, id)?.merged_into !== into);
    const taken = sources.flatMap(id => conversationOf(visible, id) ?? []);
    const threads = sources.flatMap(id => threadOf(visible, id) ?? []);
    const target = taken.length === 0 ? visible : editConversations(visible, [into], c => taken.reduce(takeIn, c));
    const read =
      threads.length === 0 ? target : editThread(target, into, thread => threads.reduce(joinThreads, thread));
    return editConversations(read, sources, c => ({ ...withSnooze(c, null), merged_into: into }));
  },
  send: (client, { ids, into }, key, { versions }) =>
    orRefused(ids, async () => {
      const answer = await client.conversation.merge({
        params: { conversation_id: into },
        body: { conversation_ids: [...ids], ...onVersions(versions, [into, ...ids]) },
        key,
      });
      if (answer.data?.id !== into) return null;
      return { conversations: [answer.data], refused: [], reread: [into, ...ids] };
    }),
  check: isMerged,
  blockedByReplies: () => t`merge`,
  isRepeatable: false,
  undo: 'hold',
  holdMs: 10_000,
  title: ({ ids, into }) => countedTitle(t`Merged`, ids, t` into #${into}`),
  refusal: t`Not merged`,
};
