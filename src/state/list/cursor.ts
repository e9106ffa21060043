import type { List } from '../world.ts';
import { nearestLiving, withoutGhosts } from './ghosts.ts';

const clamp = (value: number, low: number, high: number): number => Math.max(low, Math.min(value, high));

/** The cursor on the row with this index; at the pane's edge the view jumps half a page, and ghosts go. */
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
  return { ...list, cursorIndex, cursorId, top };
}

/** The first row drawn, so that the cursor's row is: moved by half a page where it would not be. */
export function topFor(top: number, cursorIndex: number, rowCount: number, viewportRows: number): number {
  const height = Math.max(1, viewportRows);
  const half = Math.ceil(height / 2);
  const last = Math.max(0, rowCount - height);
  if (cursorIndex < top) return Math.max(0, Math.min(cursorIndex, top - half));
  if (cursorIndex < top + height) return top;
  return Math.max(cursorIndex - height + 1, Math.min(top + half, last));
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
export function page(list: List, direction: 1 | -1, viewportRows: number): List {
  return moveCursor(list, direction * Math.max(1, viewportRows - 1), viewportRows);
}

/** To the first row; lets waiting arrivals in and rows that left go. */
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
  };
}

/** To the last loaded row; rows that left go. */
export function toBottom(list: List, viewportRows: number): List {
  const settled = letGo(list);
  return cursorTo(settled, settled.rows.length - 1, viewportRows);
}

/** The list without the rows that left, and without ghosts; their marks go with them. */
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

/** Marks the row under the cursor, or takes its mark away, and goes down. */
export function mark(list: List, viewportRows: number): List {
  if (list.cursorId === null) return list;
  if (list.ghosts.has(list.cursorId)) return moveCursor(list, 1, viewportRows);
  const marks = new Set(list.marks);
  if (!marks.delete(list.cursorId)) marks.add(list.cursorId);
  return moveCursor({ ...list, marks }, 1, viewportRows);
}

/** Marks every loaded row. */
export function markAll(list: List): List {
  return { ...list, marks: new Set(living(list, list.rows)), rangeFrom: null };
}

/** Ghosts are not in the view any more, so no verb may reach them through a mark. */
const living = ({ ghosts }: List, ids: readonly number[]): readonly number[] =>
  ghosts.size === 0 ? ids : ids.filter(id => !ghosts.has(id));

/** Marks what is not marked and takes the other marks away. */
export function invertMarks(list: List): List {
  const marked = new Set(markedIds(list));
  const unmarked = list.rows.filter(id => !marked.has(id));
  return { ...list, marks: new Set(living(list, unmarked)), rangeFrom: null };
}

/** Takes all marks away, and a range begun. */
export function unmarkAll(list: List): List {
  return { ...list, marks: new Set(), rangeFrom: null };
}

/** Begins a range at the cursor; where one is begun, marks its rows and ends it. */
export function range(list: List): List {
  if (list.rangeFrom === null) return { ...list, rangeFrom: list.cursorId };
  const between = rangeOf(list);
  const rows = between ? list.rows.slice(between[0], between[1] + 1) : [];
  return { ...list, marks: new Set([...list.marks, ...living(list, rows)]), rangeFrom: null };
}

/** The first and last index of the range begun; null: none. */
export function rangeOf(list: List): readonly [number, number] | null {
  const from = list.rangeFrom === null ? -1 : list.rows.indexOf(list.rangeFrom);
  return from === -1 ? null : [Math.min(from, list.cursorIndex), Math.max(from, list.cursorIndex)];
}

/** The marked ids, those of the range begun among them, in the order of the rows. */
export function markedIds(list: List): readonly number[] {
  const between = rangeOf(list);
  if (list.marks.size === 0) return between ? living(list, list.rows.slice(between[0], between[1] + 1)) : [];
  const marked = list.rows.filter(
    (id, index) => list.marks.has(id) || (between !== null && index >= between[0] && index <= between[1]),
  );
  return living(list, marked);
}

/** How many are marked, those of the range begun among them. */
export function markCount(list: List): number {
  if (list.rangeFrom === null) return list.marks.size;
  return markedIds(list).length;
}

/** The list with these ghosts. A row that has just become one loses its mark, and the cursor goes on to the next. */
export function leaveToGhosts(list: List, ghosts: ReadonlySet<number>, viewportRows: number): List {
  if (ghosts === list.ghosts) return list;
  const isFresh = (id: number | null): boolean => id !== null && ghosts.has(id) && !list.ghosts.has(id);
  const marks = [...list.marks].some(isFresh) ? new Set([...list.marks].filter(id => !isFresh(id))) : list.marks;
  const rangeFrom = isFresh(list.rangeFrom) ? null : list.rangeFrom;
  const haunted = { ...list, ghosts, marks, rangeFrom };
  return isFresh(list.cursorId) ? cursorTo(haunted, nearestLiving(haunted), viewportRows) : haunted;
}
