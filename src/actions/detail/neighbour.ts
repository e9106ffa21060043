import type { Desk } from '../../state/context.ts';
import { cursorTo } from '../../state/list/cursor.ts';
import type { World } from '../../state/world.ts';
import { showConversation } from '../go/go-to.ts';

/**
 * The place in the list of the conversation after (1) or before (-1) the one that the detail shows; it may lie outside
 * of the rows. One that is not listed, archived perhaps, stands just before the cursor's row: that one took its place.
 */
export function neighbourIndex({ list, detail }: World, direction: 1 | -1): number {
  const shown = detail.conversationId === null ? -1 : list.rows.indexOf(detail.conversationId);
  if (shown >= 0) return shown + direction;
  return direction === 1 ? list.cursorIndex : list.cursorIndex - 1;
}

/** Shows that conversation, with the list's cursor on it. */
export function showNeighbour(desk: Desk, direction: 1 | -1): void {
  const world = desk.world();
  const list = cursorTo(world.list, neighbourIndex(world, direction), world.viewport.listRows);
  desk.set({ list, notice: null });
  if (list.cursorId !== null) showConversation(desk, list.cursorId);
}
