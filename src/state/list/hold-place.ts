import { membership } from '../world/id-map.ts';
import type { List, RestoredCursor, World } from '../world.ts';
import { cursorTo, leaveToGhosts, overCursor } from './cursor.ts';
import { ghostsOf } from './ghosts.ts';
import { withoutTaken, withReturned } from './marks.ts';
import { listedRows, ownEffect, rowTotal } from './rows.ts';

/** The parts of the list on which its rows depend. */
const LIST_INPUTS = ['query', 'ids', 'removedByMe', 'newAbove', 'nextCursor'] as const;

/** Whether a list has the same rows as before, if its conversations are the same. */
export function hasSameRows({ list, me }: World, former: World): boolean {
  const isSameList = list === former.list || LIST_INPUTS.every(part => list[part] === former.list[part]);
  return isSameList && me === former.me;
}

/** The world with its list's rows as they are now: cursor, window, marks and range hold on to their conversations. */
export function holdPlace(world: World): World {
  return inWindow(withRows(world));
}

/** The world with the list's window over its cursor. */
export function inWindow(world: World): World {
  const list = overCursor(world.list, world.viewport.listRows);
  return list === world.list ? world : { ...world, list };
}

function withRows(given: World): World {
  const effect = ownEffect(given);
  const list = leavingDetail(given, effect.hidden);
  const world = list === given.list ? given : { ...given, list };
  const ghosts = ghostsOf(world, effect.hidden);
  const rows = listedRows(world, effect, ghosts);
  const { total, isTotalMore } = rowTotal(world, rows.length - ghosts.size);
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
