import type { Action } from '../../keys/action.ts';
import type { Desk } from '../../state/context.ts';
import type { DetailLine } from '../../state/detail/line.ts';
import type { Detail, List } from '../../state/world.ts';
import type { SafeText } from '../../text/safe.ts';
import { placeIndex, placesOf } from '../go/places.ts';

/** What one movement means in each pane. */
interface Movement {
  readonly id: string;
  readonly title: SafeText;
  readonly help: SafeText;
  readonly keys: readonly string[];
  readonly list: (list: List, rows: number) => List;
  readonly detail: (detail: Detail, lines: readonly DetailLine[], rows: number) => Detail;
  /** The new index among the places of the inbox pane; it is kept in bounds. */
  readonly places: (index: number, count: number, rows: number) => number;
}

/** An action that moves in whichever pane has the keys. At an edge it stays, and says nothing: the screen does. */
export function movement({ list, detail, places, ...action }: Movement): Action {
  return { ...action, scope: 'everywhere', run: desk => move(desk, { list, detail, places }) };
}

function move(desk: Desk, how: Pick<Movement, 'list' | 'detail' | 'places'>): void {
  const world = desk.world();
  const { pane, viewport } = world;
  if (pane === 'list') {
    desk.set({ list: how.list(world.list, viewport.listRows) });
  } else if (pane === 'detail') {
    const moved = how.detail(world.detail, desk.detailLines(), viewport.detailRows);
    desk.set({ detail: moved.find?.line == null ? moved : { ...moved, find: { ...moved.find, line: null } } });
  } else {
    const all = placesOf(world.base.inboxes);
    const index = how.places(placeIndex(all, world.inboxCursor), all.length, viewport.inboxRows);
    desk.set({ inboxCursor: all[Math.max(0, Math.min(all.length - 1, index))]?.key ?? null });
  }
}
