import { membership } from '../id-map.ts';
import { compareBy, placeOf } from '../order.ts';
import { matches, staysIn } from '../query/match.ts';
import { sameOr } from '../same-or.ts';
import { countKey } from '../views.ts';
import { conversationOf } from '../visible.ts';
import type { List, RestoredCursor, World } from '../world.ts';
import { cursorTo, leaveToGhosts } from './cursor.ts';
import { ghostsOf } from './ghosts.ts';
import { withoutTaken, withReturned } from './marks.ts';

/** The effect of the agent's own changes on a list: rows they took out, and rows they brought in from outside `ids`. */
interface OwnEffect {
  readonly hidden: ReadonlySet<number>;
  readonly entering: readonly number[];
}

/** The world with the list's rows computed again from its ids and the agent's own changes. */
export function withRows(given: World): World {
  const effect = ownEffect(given);
  const list = leavingDetail(given, effect.hidden);
  const world = list === given.list ? given : { ...given, list };
  const ghosts = ghostsOf(world, effect.hidden);
  const rows = rowsOf(world, effect, ghosts);
  const { total, isTotalMore } = totalOf(world, rows.length - ghosts.size);
  const isRow = (id: number): boolean => !effect.hidden.has(id);
  const waiting = list.newAbove.every(isRow) ? list.newAbove : list.newAbove.filter(isRow);
  const { listRows } = world.viewport;
  const away = withoutTaken(world);
  const former = away === list.away ? list : { ...list, away };
  const moved = placeCursor(former, rows, isRow, listRows);
  const landed = isCursorRestored(world) && moved.restoredCursor !== null ? { ...moved, restoredCursor: null } : moved;
  const placed = leaveToGhosts(landed === former ? landed : withReturned(landed), ghosts, listRows);
  const isSameTotal = total === list.total && isTotalMore === list.isTotalMore;
  if (placed === list && isSameTotal && waiting === list.newAbove) return world;
  return { ...world, list: { ...placed, total, isTotalMore, newAbove: waiting } };
}

/** The list with the cursor on the conversation that is read, when it leaves: the next step goes on from its row. */
function leavingDetail({ list, pane, detail, viewport }: World, hidden: ReadonlySet<number>): List {
  const id = detail.conversationId;
  if (pane !== 'detail' || id === null || !hidden.has(id) || list.ghosts.has(id)) return list;
  const index = list.rows.indexOf(id);
  return index < 0 ? list : cursorTo(list, index, viewport.listRows);
}

/** Whether no further page brings the cursor of a restored place to its row: over a slow link that costs too much. */
function isCursorRestored({ list, link }: World): boolean {
  return list.asOf !== null && (list.nextCursor === null || link === 'slow');
}

/** Only ids that the agent's own changes touched can have left or come; all others stay where they were listed. */
function ownEffect(world: World): OwnEffect {
  const { list, base, patch } = world;
  const hidden = new Set<number>(list.removedByMe);
  const candidates: number[] = [];
  for (const [id, seen] of patch.conversations) {
    const now = staysIn(list.query, seen, world);
    const listed = base.conversations.get(id);
    const before = listed ? staysIn(list.query, listed, world) : 'unknown';
    // A row that others took out keeps its place until the next jump.
    if (now === false && before !== false) hidden.add(id);
    else if (
      now !== false &&
      (list.removedByMe.has(id) || (before === false && matches(list.query, seen, world) === true))
    ) {
      hidden.delete(id);
      candidates.push(id);
    }
  }
  if (candidates.length === 0) return { hidden, entering: [] };
  const isListed = membership(list.ids, candidates.length);
  const waiting = new Set(list.newAbove);
  return { hidden, entering: candidates.filter(id => !isListed(id) && !waiting.has(id)) };
}

function rowsOf(world: World, { hidden, entering }: OwnEffect, ghosts: ReadonlySet<number>): readonly number[] {
  const { list } = world;
  if (hidden.size === 0 && entering.length === 0) return sameOr(list.rows, list.ids);
  const rows = list.ids.filter(id => !hidden.has(id) || ghosts.has(id));
  for (const id of entering) {
    const place = entryPlace(world, rows, id);
    if (place !== null) rows.splice(place, 0, id);
  }
  return sameOr(list.rows, rows);
}

/**
 * The index where a conversation enters the rows; null if it belongs after the last loaded page, with which it will
 * come.
 */
export function entryPlace(world: World, rows: readonly number[], id: number): number | null {
  const { list } = world;
  const conversation = conversationOf(world, id);
  if (!conversation) return null;
  const place = placeOf(rows, conversation, compareBy(list.query.sort), other => conversationOf(world, other));
  return place === rows.length && list.nextCursor !== null ? null : place;
}

/**
 * The list with other rows: the cursor stays on its id, and on the same line of the pane; if its row left, the row
 * after it takes its place. Marks of rows that left are removed.
 */
export function placeCursor(
  list: List,
  rows: readonly number[],
  isRow: (id: number) => boolean,
  viewportRows: number,
): List {
  if (rows === list.rows) return list;
  const { restoredCursor } = list;
  const cursorIndex = restoredCursor ? restoredAmong(restoredCursor, rows) : cursorAmong(list, rows, isRow);
  const line = restoredCursor ? restoredCursor.line : list.cursorIndex - list.top;
  const lowest = Math.max(0, rows.length - Math.ceil(viewportRows / 2));
  const isListed = membership(rows, list.marks.size);
  const marks = [...list.marks].every(isListed) ? list.marks : new Set([...list.marks].filter(isListed));
  return {
    ...list,
    rows,
    cursorIndex,
    cursorId: rows[cursorIndex] ?? null,
    top: Math.max(0, Math.min(cursorIndex - Math.max(0, line), lowest, cursorIndex)),
    marks,
    restoredCursor:
      restoredCursor && rows[cursorIndex] !== restoredCursor.id && cursorIndex < restoredCursor.index
        ? restoredCursor
        : null,
    ...rangeAmong(list, rows, isRow),
  };
}

/** Its row; if that is not there, the one that is at its index now, or the last one so far. */
function restoredAmong({ id, index }: RestoredCursor, rows: readonly number[]): number {
  const at = id === null ? -1 : rows.indexOf(id);
  return at === -1 ? Math.max(0, Math.min(index, rows.length - 1)) : at;
}

function rangeAmong({ rangeFrom }: List, rows: readonly number[], isRow: (id: number) => boolean) {
  if (rangeFrom === null || !isRow(rangeFrom)) return { rangeFrom: null };
  return { rangeFrom, rangeIndex: rows.indexOf(rangeFrom) };
}

function cursorAmong(list: List, rows: readonly number[], isRow: (id: number) => boolean): number {
  if (rows.length === 0 || list.cursorId === null) return 0;
  if (rows[list.cursorIndex] === list.cursorId) return list.cursorIndex;
  const next = (step: 1 | -1): number => {
    for (let index = list.cursorIndex; index >= 0 && index < list.rows.length; index += step) {
      const id = list.rows[index]!;
      const place = isRow(id) ? rows.indexOf(id) : -1;
      if (place !== -1) return place;
    }
    return -1;
  };
  const after = next(1);
  return after !== -1 ? after : Math.max(0, next(-1));
}

/** The number of conversations in the list: the rows if all are loaded, otherwise the help center's count. */
function totalOf({ list, numbers }: World, rowCount: number): Pick<List, 'total' | 'isTotalMore'> {
  if (list.asOf === null) return { total: null, isTotalMore: false };
  if (list.nextCursor === null) return { total: rowCount, isTotalMore: false };
  const counted = numbers.get(countKey(list.query));
  if (!counted) return { total: null, isTotalMore: false };
  return { total: Math.max(rowCount, counted.number), isTotalMore: counted.isMore };
}
