import { pad } from '../../text/cut.ts';
import { type SafeText, t } from '../../text/safe.ts';
import { graphemes } from '../../text/width.ts';
import { paint } from '../theme.ts';
import type { FieldRow } from './field-view.ts';
import type { Piece } from './line.tsx';

/** A row of a field, `columns` wide, with the cell where the terminal's cursor is parked. */
export function cursorPieces({ text, cursor }: FieldRow, columns: number): Piece {
  if (cursor < 0) return pad(text, columns);
  const before = text.slice(0, cursor) as SafeText;
  const at = (graphemes(text.slice(cursor))[0]?.text ?? ' ') as SafeText;
  const after = text.slice(cursor + at.length) as SafeText;
  const used = graphemes(before + at).reduce((sum, piece) => sum + piece.width, 0);
  return [before, paint('cursor', at === '' ? t` ` : at), pad(after, Math.max(0, columns - used))];
}
