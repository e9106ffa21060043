import { boxOf, FOOT_ROWS, layoutOf, type Size } from '../layout.ts';
import { useWorld } from '../use-world.ts';

/** Narrower than this, there is no room to write in a box over the detail. */
const MIN_COLUMNS = 40;

/** The pane over which the agent writes, at its foot: the detail if that has room, else the whole screen. */
export function useWritingPlace(screen: Size): Size & { readonly left: number } {
  const isWide = useWorld(world => world.isWide);
  const isStacked = useWorld(world => world.isStacked);
  const detail = boxOf(layoutOf(screen, { pane: 'detail', isWide, isStacked }), 'detail');
  return detail && detail.columns >= MIN_COLUMNS
    ? detail
    : { left: 0, columns: screen.columns, rows: screen.rows - FOOT_ROWS };
}
