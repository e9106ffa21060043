import type { Action } from '../../keys/action.ts';
import type { Desk } from '../../state/desk.ts';
import type { DetailLine } from '../../state/detail/line.ts';
import { detailBottom, detailTop, moveEntry, scrollDetail } from '../../state/detail/move.ts';
import { halfPage, moveCursor, movePage, toBottom, toTop } from '../../state/list/cursor.ts';
import type { Detail, List } from '../../state/world.ts';
import { type SafeText, t } from '../../text/safe.ts';
import { panePlaces, placeIndex } from '../go/places.ts';

/** The meaning of one movement in each pane. */
interface Way {
  readonly list: (list: List, rows: number) => List;
  readonly detail: (detail: Detail, lines: readonly DetailLine[], rows: number) => Detail;
  /** The new index among the places of the inbox pane; the caller keeps it in bounds. */
  readonly places: (index: number, count: number, rows: number) => number;
}

type Direction = 1 | -1;

function byEntry(direction: Direction): Way {
  return {
    list: (list, rows) => moveCursor(list, direction, rows),
    detail: (detail, lines, rows) => moveEntry(detail, lines, direction, rows),
    places: index => index + direction,
  };
}

function byHalf(direction: Direction): Way {
  return {
    list: (list, rows) => halfPage(list, direction, rows),
    detail: (detail, lines, rows) => scrollDetail(detail, lines, direction * Math.ceil(rows / 2), rows),
    places: (index, _count, rows) => index + direction * Math.ceil(rows / 2),
  };
}

function byPage(direction: Direction): Way {
  return {
    list: (list, rows) => movePage(list, direction, rows),
    detail: (detail, lines, rows) => scrollDetail(detail, lines, direction * rows, rows),
    places: (index, _count, rows) => index + direction * rows,
  };
}

const top: Way = { list: toTop, detail: detailTop, places: () => 0 };
const bottom: Way = { list: toBottom, detail: detailBottom, places: (_index, count) => count - 1 };

type Name = 'down' | 'up' | `half-${'down' | 'up'}` | `page-${'down' | 'up'}` | 'top' | 'bottom';
type Movement = readonly [name: Name, keys: readonly string[], title: SafeText, help: SafeText, way: Way];

const MOVEMENTS: readonly Movement[] = [
  ['down', ['j', 'down'], t`Down`, t`Moves to the next row or entry; scrolls in a tall entry`, byEntry(1)],
  ['up', ['k', 'up'], t`Up`, t`Moves to the previous row or entry; scrolls in a tall entry`, byEntry(-1)],
  ['half-down', ['ctrl-d'], t`Half a page down`, t`Moves down by half a pane`, byHalf(1)],
  ['half-up', ['ctrl-u'], t`Half a page up`, t`Moves up by half a pane`, byHalf(-1)],
  ['page-down', ['pgdn'], t`A page down`, t`Moves down by a pane`, byPage(1)],
  ['page-up', ['pgup'], t`A page up`, t`Moves up by a pane`, byPage(-1)],
  ['top', ['g g', 'home'], t`To the top`, t`Moves to the first row or line; shows what is new above`, top],
  ['bottom', ['G', 'end'], t`To the bottom`, t`Moves to the last loaded row or the last line`, bottom],
];

/**
 * These work in the pane that has the keys. At an edge they do nothing and say nothing, because the screen shows it.
 */
export const cursorActions: readonly Action<`cursor.${Name}`>[] = MOVEMENTS.map(([name, keys, title, help, way]) => ({
  id: `cursor.${name}`,
  title,
  help,
  keys,
  run: desk => move(desk, way),
}));

function move(desk: Desk, way: Way): void {
  const world = desk.world();
  const { pane, viewport } = world;
  if (pane === 'list') {
    desk.set({ list: way.list(world.list, viewport.listRows) });
  } else if (pane === 'detail') {
    const moved = way.detail(world.detail, desk.detailLines(), viewport.detailRows);
    desk.set({ detail: moved.find?.line == null ? moved : { ...moved, find: { ...moved.find, line: null } } });
  } else {
    const all = panePlaces(world);
    const index = way.places(placeIndex(all, world.inboxCursor), all.length, viewport.inboxRows);
    desk.set({ inboxCursor: all[Math.max(0, Math.min(all.length - 1, index))]?.key ?? null });
  }
}
