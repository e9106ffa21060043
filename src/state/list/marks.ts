import type { List } from '../world.ts';
import { moveCursor } from './cursor.ts';

/** Marks the row under the cursor, or removes its mark, and goes down. */
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

/** Ghosts have left the view, so no verb may reach them through a mark. */
function living({ ghosts }: List, ids: readonly number[]): readonly number[] {
  return ghosts.size === 0 ? ids : ids.filter(id => !ghosts.has(id));
}

/** Inverts the marks of all rows. */
export function invertMarks(list: List): List {
  const marked = new Set(markedIds(list));
  const unmarked = list.rows.filter(id => !marked.has(id));
  return { ...list, marks: new Set(living(list, unmarked)), rangeFrom: null };
}

/** Marks these conversations and no other. */
export function markThese(list: List, ids: readonly number[]): List {
  const isRow = new Set(list.rows);
  return { ...list, marks: new Set(living(list, ids).filter(id => isRow.has(id))), rangeFrom: null };
}

/** Removes all marks and an unfinished range. */
export function unmarkAll(list: List): List {
  return { ...list, marks: new Set(), rangeFrom: null };
}

/** Begins a range at the cursor; if one is begun, marks its rows and ends it. */
export function range(list: List): List {
  if (list.rangeFrom === null) return { ...list, rangeFrom: list.cursorId };
  const between = rangeOf(list);
  const rows = between ? list.rows.slice(between[0], between[1] + 1) : [];
  return { ...list, marks: new Set([...list.marks, ...living(list, rows)]), rangeFrom: null };
}

/** The first and last index of the unfinished range, or null. */
export function rangeOf(list: List): readonly [number, number] | null {
  const from = list.rangeFrom === null ? -1 : list.rows.indexOf(list.rangeFrom);
  return from === -1 ? null : [Math.min(from, list.cursorIndex), Math.max(from, list.cursorIndex)];
}

/** The marked ids, including those of an unfinished range, in the order of the rows. */
export function markedIds(list: List): readonly number[] {
  const between = rangeOf(list);
  if (list.marks.size === 0) return between ? living(list, list.rows.slice(between[0], between[1] + 1)) : [];
  const marked = list.rows.filter(
    (id, index) => list.marks.has(id) || (between !== null && index >= between[0] && index <= between[1]),
  );
  return living(list, marked);
}

/** The number of marked rows, including those of an unfinished range. */
export function markCount(list: List): number {
  if (list.rangeFrom === null) return list.marks.size;
  return markedIds(list).length;
}
