import type { Desk } from '../context.ts';
import { unreadShown } from '../list/news.ts';

/** How long a conversation must stand in the detail with the keys before it counts as read, in milliseconds. */
const READ_AFTER_MS = 2_000;

/**
 * Marks what the agent reads as read: a conversation opened with Enter as soon as it is loaded, any other after two
 * seconds in the detail with the keys. Each message is tried once per visit, so that a refusal is not repeated. Returns
 * a function that stops it.
 */
export function followReading(desk: Desk): () => void {
  let visited: number | null = null;
  let lastTried = 0;
  let awaited = 0;
  let cancel = (): void => {};
  const stop = (): void => {
    cancel();
    awaited = 0;
  };
  const look = (): void => {
    const { conversationId, isEntered } = desk.world().detail;
    if (conversationId !== visited) {
      stop();
      visited = conversationId;
      lastTried = 0;
    }
    const next = unreadShown(desk.world());
    if (next && next.messageId === awaited) return;
    stop();
    if (!next || next.messageId === lastTried) return;
    awaited = next.messageId;
    cancel = desk.setTimer(
      () => {
        awaited = 0;
        lastTried = next.messageId;
        desk.commit('conversation.read', { ids: [next.id], messageId: next.messageId });
      },
      isEntered && lastTried === 0 ? 0 : READ_AFTER_MS,
    );
  };
  const unsubscribe = desk.store.subscribe(look);
  look();
  return () => {
    unsubscribe();
    stop();
  };
}
