import type { RowState } from '../../state/list/row-state.ts';
import type { Pane, World } from '../../state/world.ts';
import { type SafeText, t } from '../../text/safe.ts';
import { type Painted, paint, signs } from '../theme.ts';
import type { Piece } from './line.tsx';

/** The sign of a state and a blank. Never more than one colour in a row: that of its state. */
export function stateCells(state: RowState | undefined): Piece {
  if (state === undefined) return t`  `;
  if (state === 'bounced') return [paint('problem', signs.bounced), t` `];
  return state === 'news' || state === 'mentioned' ? [paint('news', signs[state]), t` `] : t`${signs[state]} `;
}

/**
 * How the row under the cursor is marked: `bar` (from its mark to its number) if the pane has the keys and
 * the link is fast, `marker` over a slow one, `rest` if another pane has the keys. `trail` marks the row that the detail
 * still shows after the cursor has moved on.
 */
export type CursorSign = 'none' | 'marker' | 'bar' | 'trail' | 'rest';

/** How the row or the place under the cursor of a pane is marked. */
export function cursorSignOf({ pane, link }: World, own: Pane): CursorSign {
  if (pane !== own) return 'rest';
  return link === 'fast' ? 'bar' : 'marker';
}

/** The first cell of a row, or of a place: the cursor's sign. */
export function edgeOf(sign: CursorSign): SafeText | Painted {
  if (sign === 'rest') return paint('dim', signs.rest);
  return sign === 'marker' || sign === 'trail' ? signs[sign] : t` `;
}
