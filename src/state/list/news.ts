import { conversationOf, threadOf } from '../visible.ts';
import type { World } from '../world.ts';

/** Whether the help center can record what the caller reads. */
function isReadingKept({ me, offers }: World): boolean {
  return me !== null && (offers.read === undefined || offers.read === true);
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

/** The conversation that the agent now reads for the first time, with its newest message, or null. */
export function unreadShown(world: World): { readonly id: number; readonly messageId: number } | null {
  const { detail, pane, isReadOnly } = world;
  const id = detail.conversationId;
  if (id === null || pane !== 'detail' || isReadOnly || !isReadingKept(world)) return null;
  if (!conversationOf(world, id)?.unread) return null;
  const newest = threadOf(world, id)?.messages.at(-1);
  return newest ? { id, messageId: newest.id } : null;
}
