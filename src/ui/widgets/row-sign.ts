import type { RowState } from '../../state/outbox/row-state.ts';
import { t } from '../../text/safe.ts';
import { paint, signs } from '../theme.ts';
import type { Piece } from './line.tsx';

/** The sign of a state and a blank. Never more than one colour in a row: that of its state. */
export function stateCells(state: RowState | undefined): Piece {
  if (state === undefined) return t`  `;
  if (state === 'bounced') return [paint('problem', signs.bounced), t` `];
  return state === 'news' ? [paint('news', signs.news), t` `] : t`${signs[state]} `;
}
