import { MAX_PAGE_SIZE } from '../../contract/schema.ts';
import { conversationOf, threadOf } from '../visible.ts';
import type { Conversation, World } from '../world.ts';

/** Whether the help center can record the caller's reading. */
function isReadingKept({ me, offers }: World): boolean {
  return me !== null && (offers.read === undefined || offers.read === true);
}

/** Whether more may wait above the list than were read: one page. */
export function hasMoreAbove({ newAbove }: World['list']): boolean {
  return newAbove.length >= MAX_PAGE_SIZE;
}

/**
 * Whether a conversation has news (`●`): a customer's message that the agent has not read, according to the help
 * center. If the help center does not record this, or the caller is not an agent: a message since the conversation was
 * last shown here.
 */
export function hasNews(world: World, id: number, conversation = conversationOf(world, id)): boolean {
  const unread = !isReadingKept(world) ? null : (conversation?.unread ?? null);
  return unread ?? world.news.has(id);
}

/** All conversations with news, of those in memory and those that have come since. */
export function newsIds(world: World): ReadonlySet<number> {
  const found = new Set<number>();
  for (const [id, held] of world.base.conversations)
    if (hasNews(world, id, world.patch.conversations.get(id) ?? held)) found.add(id);
  for (const id of world.news) if (hasNews(world, id)) found.add(id);
  return found;
}

/** A conversation that the agent reads, up to its newest message. */
interface Reading {
  readonly id: number;
  readonly messageId: number;
  /** A mail of ours that was not delivered is seen with it. */
  readonly seesFailure: boolean;
}

/**
 * Whether reading a conversation counts as seeing that a mail of ours was not delivered: it is the agent's, or
 * unassigned.
 */
function isOursToSee({ delivery_failed: hasFailed, assign_to: assignee }: Conversation, agentId: number): boolean {
  return hasFailed === true && (assignee === null || assignee === agentId);
}

/** The conversation that the agent now reads for the first time, or null. */
export function unreadShown(world: World): Reading | null {
  const { detail, pane, isReadOnly, me } = world;
  const id = detail.conversationId;
  if (id === null || pane !== 'detail' || isReadOnly || !isReadingKept(world)) return null;
  const conversation = conversationOf(world, id);
  const seesFailure = conversation !== undefined && me !== null && isOursToSee(conversation, me.id);
  if (!conversation?.unread && !conversation?.mentioned && !seesFailure) return null;
  const newest = threadOf(world, id)?.messages.at(-1);
  return newest ? { id, messageId: newest.id, seesFailure } : null;
}
