import { boxOf, layoutOf, type Size } from '../layout.ts';
import { useWorld } from '../use-world.ts';

/** Narrower than this, there is no room to write in a box over the detail. */
const MIN_COLUMNS = 40;

/** The columns of a box in which the agent writes: over the detail if that has room, else over the whole screen. */
export function useWritingPlace(screen: Size): { readonly left: number; readonly columns: number } {
  const isWide = useWorld(world => world.isWide);
  const isStacked = useWorld(world => world.isStacked);
  const detail = boxOf(layoutOf(screen, { pane: 'detail', isWide, isStacked }), 'detail');
  return detail && detail.columns >= MIN_COLUMNS ? detail : { left: 0, columns: screen.columns };
}
