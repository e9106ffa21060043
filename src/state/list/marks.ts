import { staysIn } from '../query/match.ts';
import { conversationOf } from '../visible.ts';
import { membership } from '../world/id-map.ts';
import type { List, Query, World } from '../world.ts';
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

/** Inverts the marks of all rows. Marks of conversations that the list does not show stay. */
export function invertMarks(list: List): List {
  const marked = new Set(markedRows(list));
  const unmarked = list.rows.filter(id => !marked.has(id));
  return { ...list, marks: new Set(living(list, unmarked)), rangeFrom: null };
}

/** Marks these conversations and no other, also those that the list does not show. */
export function markThese(list: List, ids: readonly number[]): List {
  const isRow = membership(living(list, list.rows), ids.length);
  const away = new Map(ids.filter(id => !isRow(id)).map(id => [id, list.query] as const));
  return { ...list, marks: new Set(ids.filter(isRow)), away, rangeFrom: null };
}

/** Removes all marks and an unfinished range. */
export function unmarkAll(list: List): List {
  return { ...list, marks: new Set(), away: new Map(), rangeFrom: null };
}

/** Begins a range at the cursor; if one is begun, marks its rows and ends it. */
export function range(list: List): List {
  if (list.rangeFrom === null) return { ...list, rangeFrom: list.cursorId, rangeIndex: list.cursorIndex };
  const between = rangeOf(list);
  const rows = between ? list.rows.slice(between[0], between[1] + 1) : [];
  return { ...list, marks: new Set([...list.marks, ...living(list, rows)]), rangeFrom: null };
}

/** The first and last index of the unfinished range, or null. */
export function rangeOf({ rows, rangeFrom, rangeIndex, cursorIndex }: List): readonly [number, number] | null {
  if (rangeFrom === null) return null;
  const from = rows[rangeIndex] === rangeFrom ? rangeIndex : rows.indexOf(rangeFrom);
  return from === -1 ? null : [Math.min(from, cursorIndex), Math.max(from, cursorIndex)];
}

/** The marked rows, including those of an unfinished range, in their order. */
function markedRows(list: List): readonly number[] {
  const between = rangeOf(list);
  if (list.marks.size === 0) return between ? living(list, list.rows.slice(between[0], between[1] + 1)) : [];
  const marked = list.rows.filter(
    (id, index) => list.marks.has(id) || (between !== null && index >= between[0] && index <= between[1]),
  );
  return living(list, marked);
}

/** All marked ids: the rows in their order, then those that the list does not show. */
export function markedIds(list: List): readonly number[] {
  return list.away.size === 0 ? markedRows(list) : [...markedRows(list), ...list.away.keys()];
}

/** The number of all marks, including the rows of an unfinished range. Called at each key: looks at no other rows. */
export function markCount(list: List): number {
  const { marks, away, ghosts, rows } = list;
  const between = rangeOf(list);
  const marked = marks.size + away.size;
  if (!between) return marked;
  const [from, to] = between;
  if (marks.size === 0 && ghosts.size === 0) return marked + to - from + 1;
  let added = 0;
  for (let index = from; index <= to; index += 1) {
    const id = rows[index]!;
    if (!marks.has(id) && !ghosts.has(id)) added += 1;
  }
  return marked + added;
}

type Away = List['away'];

/** The marks as the next list takes them over, without those on conversations that are gone. */
export function takenAlong(world: World): Away {
  const { list } = world;
  const here = markedRows(list).filter(id => !list.gone.has(id));
  if (here.length === 0) return withoutGone(world);
  return new Map([...withoutGone(world), ...here.map(id => [id, list.query] as const)]);
}

/** The marks away without those on conversations that, as far as is known, left the list in which they were marked. */
export function withoutGone(world: World): Away {
  const { away } = world.list;
  if (away.size === 0) return away;
  return new Map(
    [...away].filter(([id, home]) => {
      const seen = conversationOf(world, id);
      return !seen || staysIn(home, seen, world) !== false;
    }),
  );
}

/** The marks away without those that the agent's own changes have just taken out of the list where they were marked. */
export function withoutTaken(world: World): Away {
  const { list, base, patch } = world;
  if (list.away.size === 0 || patch.conversations.size === 0) return list.away;
  const isTaken = (id: number, home: Query): boolean => {
    const seen = patch.conversations.get(id);
    if (!seen || staysIn(home, seen, world) !== false) return false;
    const before = base.conversations.get(id);
    return before !== undefined && staysIn(home, before, world) !== false;
  };
  const left = [...list.away].filter(([id, home]) => !isTaken(id, home));
  return left.length === list.away.size ? list.away : new Map(left);
}

/** The list with the marks of those conversations that it shows now on their rows. */
export function withReturned(list: List): List {
  const { away, rows } = list;
  if (away.size === 0) return list;
  const isRow = membership(rows, away.size);
  const back = [...away.keys()].filter(isRow);
  if (back.length === 0) return list;
  const isBack = new Set(back);
  return {
    ...list,
    marks: new Set([...list.marks, ...back]),
    away: new Map([...away].filter(([id]) => !isBack.has(id))),
  };
}

/**
 * The targets of a verb: the marks; without marks, in the detail the open conversation, elsewhere the row under the
 * cursor.
 */
export function targetsOf(world: World): readonly number[] {
  const { list, detail, pane } = world;
  const marked = markedIds(list);
  if (marked.length > 0) return marked;
  const id = pane === 'detail' ? (detail.conversationId ?? list.cursorId) : list.cursorId;
  return id === null ? [] : [id];
}
