import { callIds } from '../changes/ids.ts';
import { filled } from '../conversation/filled.ts';
import { LOST } from '../conversation/lost.ts';
import type { Desk, Read } from '../desk.ts';
import { conversationOf } from '../visible.ts';
import type { Conversation, Thread, World } from '../world.ts';

/**
 * At most this many conversations are in memory, as many as a long list shows around its cursor; the others are read
 * again when needed.
 */
const MAX_CONVERSATIONS = 2_000;
const NEAR_ROWS = 600;
const LAST_ROWS = 200;
const MAX_THREADS = 20;

/**
 * The world with the conversations of a read. If one of the agent's own changes was answered during the read, that
 * answer is newer and stays. A conversation with a new message has news.
 */
export function withConversations(world: World, conversations: readonly Conversation[], read: Read): World {
  const fresh = conversations
    .filter(({ id }) => !read.isStale(id) || !world.base.conversations.has(id))
    .map(one => filled(world.base.conversations.get(one.id), one));
  const news = new Set(world.news);
  for (const conversation of fresh) {
    const former = world.base.conversations.get(conversation.id);
    const isNewer = former && (conversation.last_message_at ?? 0) > (former.last_message_at ?? 0);
    if (isNewer && conversation.id !== world.detail.conversationId) news.add(conversation.id);
  }
  const held = world.base.conversations.with(fresh.map(conversation => [conversation.id, conversation]));
  return {
    ...world,
    news: news.size === world.news.size ? world.news : news,
    base: { ...world.base, conversations: held },
  };
}

/** The world with a thread; the threads read longest ago are dropped. */
export function withThread(world: World, id: number, thread: Thread): World {
  const threads = world.base.threads.with([[id, thread]]);
  const spare = [...threads]
    .filter(([other]) => other !== id && other !== world.detail.conversationId)
    .sort(([, a], [, b]) => a.asOf - b.asOf)
    .slice(0, Math.max(0, threads.size - MAX_THREADS));
  return { ...world, base: { ...world.base, threads: threads.without(spare.map(([other]) => other)) } };
}

/** The world without the conversations far from the cursor, if there are too many. */
export function withoutFarRows(world: World): World {
  const { base, list, patch, detail, pending } = world;
  if (base.conversations.size <= MAX_CONVERSATIONS) return world;
  // The caller may need every row of the page just read.
  const last = list.ids.slice(-LAST_ROWS);
  const near = list.rows.slice(Math.max(0, list.cursorIndex - NEAR_ROWS), list.cursorIndex + NEAR_ROWS);
  const named = pending.flatMap(callIds);
  const wanted = new Set([
    ...near,
    ...last,
    ...named,
    ...list.marks,
    ...list.away.keys(),
    ...list.newAbove,
    ...patch.conversations.keys(),
  ]);
  if (detail.conversationId !== null) wanted.add(detail.conversationId);
  const dropped = [...base.conversations.keys()].filter(id => !wanted.has(id));
  return { ...world, base: { ...base, conversations: base.conversations.without(dropped) } };
}

/** The rows on the screen and a little around them that were dropped from memory. */
export function missingRows(world: World): readonly number[] {
  const { list, viewport } = world;
  const from = Math.max(0, list.top - viewport.listRows);
  return list.rows
    .slice(from, list.top + 2 * viewport.listRows)
    .filter(id => conversationOf(world, id) === undefined && !list.gone.has(id));
}

/** Conversations that are gone, or that the agent may no longer see, leave the desk as well as its cache. */
export function forgetConversations(desk: Desk, ids: readonly number[]): void {
  if (ids.length === 0) return;
  desk.cache.forget(ids);
  const world = desk.world();
  const { conversations, threads } = world.base;
  const base = { ...world.base, conversations: conversations.without(ids), threads: threads.without(ids) };
  desk.store.setState({ ...world, base });
}

/** Drops conversations that the help center no longer shows to the agent; if one of them is open, the detail says so. */
export function loseConversations(desk: Desk, ids: readonly number[]): void {
  forgetConversations(desk, ids);
  const { detail } = desk.world();
  if (detail.conversationId !== null && ids.includes(detail.conversationId))
    desk.set({ detail: { ...detail, loading: false, problem: LOST, isLost: true } });
}
