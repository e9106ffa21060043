import type { Desk } from '../desk.ts';
import { unreadShown } from '../list/news.ts';
import { followWorld } from './timers.ts';

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
  const forget = (): void => {
    timers.clear('read');
    awaited = '';
  };
  const look = (): void => {
    const { conversationId, isEntered } = desk.world().detail;
    if (conversationId !== visited) {
      forget();
      visited = conversationId;
      lastTried = '';
    }
    const next = unreadShown(desk.world());
    const key = next ? `${next.messageId} ${next.seesFailure}` : '';
    // Of a conversation that is loaded already, the keys come to the detail before it counts as opened with Enter.
    const waitMs = isEntered && lastTried === '' ? 0 : READ_AFTER_MS;
    if (next && key === awaited && waitMs >= awaitedMs) return;
    forget();
    if (!next || key === lastTried) return;
    awaited = key;
    awaitedMs = waitMs;
    timers.set('read', waitMs, () => {
      awaited = '';
      lastTried = key;
      const { id, messageId, seesFailure } = next;
      desk.commit('conversation.read', { ids: [id], messageId, ...(seesFailure ? { seesFailure } : {}) });
    });
  };
  const timers = followWorld(desk, look);
  look();
  return timers.stop;
}
