import type { List, World } from '../world.ts';
import { nearestLiving, withoutGhosts } from './ghosts.ts';

function clamp(value: number, low: number, high: number): number {
  return Math.max(low, Math.min(value, high));
}

/**
 * Puts the cursor on the row with this index; at the pane's edge the view jumps half a page, and ghosts are removed.
 */
export function cursorTo(list: List, index: number, viewportRows: number): List {
  const { rows } = list;
  if (rows.length === 0) return list;
  const cursorIndex = clamp(index, 0, rows.length - 1);
  const cursorId = rows[cursorIndex]!;
  const top = topFor(list.top, cursorIndex, rows.length, viewportRows);
  if (top !== list.top && list.ghosts.size > 0) {
    return withoutGhosts({ ...list, cursorIndex, cursorId, top }, viewportRows);
  }
  if (cursorIndex === list.cursorIndex && cursorId === list.cursorId && top === list.top) return list;
  const restoredCursor = cursorId === list.cursorId ? list.restoredCursor : null;
  return { ...list, cursorIndex, cursorId, top, restoredCursor };
}

/** The first row to draw so that the cursor's row is shown: half a page further if needed. */
function topFor(top: number, cursorIndex: number, rowCount: number, viewportRows: number): number {
  const height = Math.max(1, viewportRows);
  const half = Math.ceil(height / 2);
  const last = Math.max(0, rowCount - height);
  if (cursorIndex < top) return Math.max(0, Math.min(cursorIndex, top - half));
  if (cursorIndex < top + height) return top;
  return Math.max(cursorIndex - height + 1, Math.min(top + half, last));
}

/** The list with its window over the cursor. */
export function overCursor(list: List, viewportRows: number): List {
  const { cursorIndex } = list;
  const top = clamp(list.top, Math.max(0, cursorIndex - Math.max(1, viewportRows) + 1), cursorIndex);
  return top === list.top ? list : { ...list, top };
}

/** The list with its window filled: no row is hidden above a blank one. */
export function fullWindow({ list, viewport }: Pick<World, 'list' | 'viewport'>): List {
  const top = Math.min(list.top, Math.max(0, list.rows.length - viewport.listRows));
  return top === list.top ? list : { ...list, top };
}

/** Moves the cursor by `delta` rows; at the pane's edge the view jumps half a page. */
export function moveCursor(list: List, delta: number, viewportRows: number): List {
  return cursorTo(list, list.cursorIndex + delta, viewportRows);
}

/** Half a page down (1) or up (-1). */
export function halfPage(list: List, direction: 1 | -1, viewportRows: number): List {
  return moveCursor(list, direction * Math.max(1, Math.floor(viewportRows / 2)), viewportRows);
}

/** A page down (1) or up (-1). */
export function movePage(list: List, direction: 1 | -1, viewportRows: number): List {
  return moveCursor(list, direction * Math.max(1, viewportRows - 1), viewportRows);
}

/** To the first row; new rows are shown and those that left are removed. */
export function toTop(list: List): List {
  const settled = letGo(list);
  const arrived = new Set(list.newAbove);
  const withArrivals = (ids: readonly number[]): readonly number[] =>
    arrived.size === 0 ? ids : [...arrived, ...ids.filter(id => !arrived.has(id))];
  const rows = withArrivals(settled.rows);
  return {
    ...settled,
    ids: withArrivals(settled.ids),
    rows,
    newAbove: [],
    cursorIndex: 0,
    cursorId: rows[0] ?? null,
    top: 0,
    restoredCursor: null,
  };
}

/** To the last loaded row; removes rows that left. */
export function toBottom(list: List, viewportRows: number): List {
  const settled = letGo(list);
  return cursorTo(settled, settled.rows.length - 1, viewportRows);
}

/** The list without ghosts, without the rows that left, and without their marks. */
function letGo(given: List): List {
  const list = withoutGhosts(given);
  const { gone } = list;
  if (gone.size === 0) return list;
  const stays = (id: number): boolean => !gone.has(id);
  return {
    ...list,
    ids: list.ids.filter(stays),
    rows: list.rows.filter(stays),
    marks: new Set([...list.marks].filter(stays)),
    rangeFrom: list.rangeFrom !== null && stays(list.rangeFrom) ? list.rangeFrom : null,
    gone: new Map(),
  };
}

/** The list with these ghosts. A row that has just become one loses its mark, and the cursor goes to the next row. */
export function leaveToGhosts(list: List, ghosts: ReadonlySet<number>, viewportRows: number): List {
  if (ghosts === list.ghosts) return list;
  const isFresh = (id: number | null): boolean => id !== null && ghosts.has(id) && !list.ghosts.has(id);
  const marks = [...list.marks].some(isFresh) ? new Set([...list.marks].filter(id => !isFresh(id))) : list.marks;
  const rangeFrom = isFresh(list.rangeFrom) ? null : list.rangeFrom;
  const haunted = { ...list, ghosts, marks, rangeFrom };
  return isFresh(list.cursorId) ? cursorTo(haunted, nearestLiving(haunted), viewportRows) : haunted;
}
