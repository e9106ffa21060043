import type { Desk } from '../desk.ts';
import { loadMore, reloadRows } from './list.ts';
import { missingRows } from './memory.ts';
import { previewConversation } from './thread.ts';
import { followWorld } from './timers.ts';

/** The next page is read when the cursor is this near to the last loaded row, or the last row on the screen is it. */
const AHEAD_ROWS = 20;
/** How long the cursor rests on a row before its conversation is read, in milliseconds, by the link. */
export const restMs = { fast: 150, slow: 400 } as const;

/**
 * Lets the reads follow the cursor: pages ahead of it, rows that were dropped from memory, and, after it has rested
 * (150 ms, on a slow link 400 ms), the detail of its row. Returns a function that stops it.
 */
export function followCursor(desk: Desk, { isPreviewShown }: { readonly isPreviewShown: () => boolean }): () => void {
  /** The cursor rested while the screen had no room for the detail. */
  let isOwed = false;
  const readAhead = (): void => {
    const { list, viewport } = desk.world();
    const last = Math.max(list.cursorIndex + (desk.contact.isQuick() ? AHEAD_ROWS : 0), list.top + viewport.listRows);
    const isNearEnd = list.rows.length <= last + 1;
    // After a failure only the agent asks again: each key would be another attempt.
    if (isNearEnd && list.nextCursor !== null && list.loading === 'no' && list.problem === null) void loadMore(desk);
    if (list.asOf !== null && list.problem === null && missingRows(desk.world()).length > 0) void reloadRows(desk);
  };
  const rest = (): void => {
    timers.clear('rest');
    const { list, link } = desk.world();
    if (list.cursorId === null) return;
    timers.set('rest', restMs[link], () => {
      const { list: now, detail } = desk.world();
      const isWanted = now.cursorId !== null && now.cursorId !== detail.conversationId;
      isOwed = isWanted && !isPreviewShown();
      if (isWanted && !isOwed) void previewConversation(desk, now.cursorId!);
    });
  };
  const timers = followWorld(desk, (world, { list: former, detail: before, pane: left, viewport }) => {
    const { list, detail, pane } = world;
    // A conversation that the agent opens before the cursor has rested stays.
    if (detail.conversationId !== before.conversationId) timers.clear('rest');
    // Back in the list, the detail may show a conversation that was opened by its number or from another one.
    if (pane === 'list' && left === 'detail') rest();
    if (isOwed && world.viewport !== viewport) rest();
    if (list === former) return;
    if (list.cursorId !== former.cursorId && (former.restoredCursor === null || detail.conversationId === null)) rest();
    if (list.cursorIndex !== former.cursorIndex || list.top !== former.top || list.rows !== former.rows) readAhead();
  });
  // A conversation that a restored place shows stays.
  if (desk.world().detail.conversationId === null) rest();
  // The first page is drawn before the next one is read.
  timers.set('first', restMs.fast, readAhead);
  return timers.stop;
}

/**
 * Notes which rows are on the screen when the cursor rests, so that a slow link need not draw all of a row that only
 * passes. Returns a function that stops it.
 */
export function followRows(desk: Desk): () => void {
  const note = (): void => {
    const { list } = desk.world();
    if (list.top !== list.restedTop) desk.set({ list: { ...list, restedTop: list.top } });
  };
  const timers = followWorld(desk, ({ list, link }, { list: former }) => {
    if (list.top === former.top && list.cursorId === former.cursorId) return;
    timers.clear('rest');
    if (list.top !== list.restedTop) timers.set('rest', restMs[link], note);
  });
  return timers.stop;
}
