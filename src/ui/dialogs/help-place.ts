import type { Size } from '../layout.ts';
import { type BoxPlace, placeBox, placeInCorner } from './box.tsx';

const MAX_COLUMNS = 116;
/** On a slow link: half of the rows, and in them keys and titles alone. */
const SLOW_COLUMNS = 46;
const SLOW_SHARE = 0.5;
const MIN_SLOW_ROWS = 8;

/**
 * The place of the help: nearly the whole screen. On a slow link each cell over the panes is paid for twice, when the
 * box opens and when it closes.
 */
export function helpPlace(screen: Size, isFast: boolean): BoxPlace {
  const columns = Math.min(isFast ? MAX_COLUMNS : SLOW_COLUMNS, screen.columns - 4);
  const rows = screen.rows - 4;
  if (isFast) return placeBox(screen, columns, rows);
  return placeInCorner(screen, columns, Math.min(rows, Math.max(MIN_SLOW_ROWS, Math.round(screen.rows * SLOW_SHARE))));
}
