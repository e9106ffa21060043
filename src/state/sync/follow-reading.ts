import type { Desk } from '../desk.ts';
import { unreadShown } from '../list/news.ts';

/** How long a conversation must stand in the detail with the keys before it counts as read, in milliseconds. */
const READ_AFTER_MS = 2_000;

/**
 * Marks conversations as read: one opened with Enter as soon as it is loaded, any other after two seconds in the detail
 * with the keys. Each message is tried once per visit, and so is each failed delivery, so that a refusal is not
 * repeated. Returns a function that stops it.
 */
export function followReading(desk: Desk): () => void {
  let visited: number | null = null;
  let lastTried = '';
  let awaited = '';
  let awaitedMs = 0;
  let cancel = (): void => {};
  const stop = (): void => {
    cancel();
    awaited = '';
  };
  const look = (): void => {
    const { conversationId, isEntered } = desk.world().detail;
    if (conversationId !== visited) {
      stop();
      visited = conversationId;
      lastTried = '';
    }
    const next = unreadShown(desk.world());
    const key = next ? `${next.messageId} ${next.seesFailure}` : '';
    // Of a conversation that is loaded already, the keys come to the detail before it counts as opened with Enter.
    const waitMs = isEntered && lastTried === '' ? 0 : READ_AFTER_MS;
    if (next && key === awaited && waitMs >= awaitedMs) return;
    stop();
    if (!next || key === lastTried) return;
    awaited = key;
    awaitedMs = waitMs;
    cancel = desk.setTimer(() => {
      awaited = '';
      lastTried = key;
      const { id, messageId, seesFailure } = next;
      desk.commit('conversation.read', { ids: [id], messageId, ...(seesFailure ? { seesFailure } : {}) });
    }, waitMs);
  };
  const unsubscribe = desk.store.subscribe(look);
  look();
  return () => {
    unsubscribe();
    stop();
  };
}
