import type { List, World } from '../world.ts';

/**
 * The rows that stay in place although the agent's own changes took them out. Over a slow link, moving all rows below
 * up by one would send them all again: a row in view becomes a ghost until the next jump sends them anyway. `hidden`:
 * the ids that own changes took out.
 */
export function ghostsOf({ list, link, viewport }: World, hidden: ReadonlySet<number>): ReadonlySet<number> {
  if (hidden.size === 0 && list.ghosts.size === 0) return list.ghosts;
  const shown = list.rows.slice(list.top, list.top + viewport.listRows);
  const ghosts = shown.filter(id => hidden.has(id) && (link === 'slow' || list.ghosts.has(id)));
  const isSame = ghosts.length === list.ghosts.size && ghosts.every(id => list.ghosts.has(id));
  return isSame ? list.ghosts : new Set(ghosts);
}

/** The list without its ghosts, with the cursor and the first row on the same rows. */
export function withoutGhosts(list: List, viewportRows = 0): List {
  const { rows, ghosts, top } = list;
  if (ghosts.size === 0) return list;
  const index = nearestLiving(list);
  const countBefore = (end: number): number =>
    rows.slice(0, end).reduce((sum, id) => sum + (ghosts.has(id) ? 1 : 0), 0);
  const left = rows.filter(id => !ghosts.has(id));
  const cursor = Math.max(0, Math.min(index - countBefore(index), left.length - 1));
  const lowest = Math.max(0, left.length - viewportRows);
  const kept = Math.min(top - countBefore(top), viewportRows > 0 ? lowest : left.length);
  return {
    ...list,
    rows: left,
    ghosts: new Set(),
    cursorIndex: cursor,
    cursorId: left[cursor] ?? null,
    top: Math.max(0, Math.min(kept, cursor)),
  };
}

/**
 * The cursor's row, or the next one that is not a ghost, otherwise the one before; if all are ghosts, the cursor's own.
 */
export function nearestLiving({ rows, ghosts, cursorIndex }: List): number {
  const isLiving = (id: number): boolean => !ghosts.has(id);
  const after = rows.findIndex((id, index) => index >= cursorIndex && isLiving(id));
  if (after !== -1) return after;
  const before = rows.findLastIndex((id, index) => index < cursorIndex && isLiving(id));
  return before === -1 ? cursorIndex : before;
}

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
