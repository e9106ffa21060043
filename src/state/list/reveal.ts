import type { List, World } from '../world.ts';

/**
 * The list moved on so far that rows which came back just above the first one drawn are drawn too. The cursor stays on
 * its row, so this is only for rows that the agent's own key brought back; if the cursor would leave the pane, nothing
 * moves.
 */
export function revealed({ list, viewport }: World, ids: ReadonlySet<number>): List {
  const least = Math.max(0, list.cursorIndex - viewport.listRows + 1);
  for (let index = least; index < list.top; index += 1) {
    if (ids.has(list.rows[index]!)) return { ...list, top: index };
  }
  return list;
}
