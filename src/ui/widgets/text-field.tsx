import { Box } from 'ink';
import TextInput from 'ink-text-input';
import { type ReactElement, useContext } from 'react';
import { pad } from '../../text/cut.ts';
import type { Draft } from '../../text/edit.ts';
import { type SafeText, t } from '../../text/safe.ts';
import { graphemes, width } from '../../text/width.ts';
import { paint } from '../theme.ts';
import { Fill, Line, type Piece, ThemeContext } from './line.tsx';

interface FieldLineProps {
  readonly draft: Draft;
  readonly columns: number;
  /** The sign before the text; by default that of a line that narrows the rows of its box. */
  readonly before?: SafeText;
}

/**
 * One line being edited, exactly `columns` wide. Display only: keys change the draft in the store, and the cell of the
 * cursor lies over the text.
 */
export function FieldLine({ draft, columns, before = t` > ` }: FieldLineProps): ReactElement {
  const theme = useContext(ThemeContext);
  const left = width(before);
  const row = fieldWindow(draft, columns - left - 1);
  return (
    <Box width={columns} height={1}>
      <Line>{before}</Line>
      <TextInput value={theme.draw(row.text)} focus={false} showCursor={false} onChange={ignore} />
      <Fill rows={1} columns={columns - left - width(row.text)} />
      <Box position="absolute" marginLeft={left + width(row.text.slice(0, row.cursor))}>
        <Line>{paint('cursor', cursorCell(row))}</Line>
      </Box>
    </Box>
  );
}

/** The character on which the cursor of a row stands: a blank behind its text. */
function cursorCell({ text, cursor }: FieldRow): SafeText {
  return (graphemes(text.slice(cursor))[0]?.text ?? t` `) as SafeText;
}

function ignore(): void {
  // Keys never reach a field through Ink.
}

/** A row of a field, `columns` wide, with the cell where the terminal's cursor is parked. */
export function cursorPieces({ text, cursor }: FieldRow, columns: number): Piece {
  if (cursor < 0) return pad(text, columns);
  const before = text.slice(0, cursor) as SafeText;
  const at = cursorCell({ text, cursor });
  const after = text.slice(cursor + at.length) as SafeText;
  const used = graphemes(before + at).reduce((sum, piece) => sum + piece.width, 0);
  return [before, paint('cursor', at), pad(after, Math.max(0, columns - used))];
}

/** A row of a text being edited; `cursor` is the offset (UTF-16) of the cursor in it, or -1. */
export interface FieldRow {
  readonly text: SafeText;
  readonly cursor: number;
}

/**
 * The part of a one-line draft that a field of `columns` shows: all of it, or a window that moves by half its width,
 * so that most characters typed shift nothing. One column stays free for the cursor at the end.
 */
export function fieldWindow({ text, cursor }: Draft, columns: number): FieldRow {
  const room = Math.max(1, columns - 1);
  const before = width(text.slice(0, cursor));
  const half = Math.max(1, Math.floor(room / 2));
  const skip = before < room ? 0 : (Math.floor((before - room) / half) + 1) * half;
  let column = 0;
  let start = 0;
  let end = 0;
  for (const piece of graphemes(text)) {
    if (column < skip) start += piece.text.length;
    else if (column + piece.width - skip > room) break;
    column += piece.width;
    end += piece.text.length;
  }
  const from = Math.min(start, end);
  return { text: text.slice(from, end) as SafeText, cursor: cursor - from };
}

/** All rows of a draft of many lines, wrapped at `columns`: between words if possible, otherwise in a word. */
export function fieldRows({ text, cursor }: Draft, columns: number): readonly FieldRow[] {
  const rows: FieldRow[] = [];
  let offset = 0;
  for (const line of text.split('\n')) {
    const pieces = fold(line, Math.max(1, columns - 1));
    for (const [index, piece] of pieces.entries()) {
      const isLast = index === pieces.length - 1;
      const at = cursor - offset;
      const isHere = at >= 0 && (at < piece.length || (isLast && at === piece.length));
      rows.push({ text: piece as SafeText, cursor: isHere ? at : -1 });
      offset += piece.length;
    }
    offset += 1;
  }
  return rows;
}

function fold(line: string, columns: number): string[] {
  const pieces: string[] = [];
  let piece = '';
  let used = 0;
  for (const { text, width: more } of graphemes(line)) {
    // A blank may take the cell that is free for the cursor: no row begins with it.
    const cells = text === ' ' ? columns + 1 : columns;
    if (used + more > cells && piece !== '') {
      const end = piece.lastIndexOf(' ') + 1 || piece.length;
      pieces.push(piece.slice(0, end));
      piece = piece.slice(end);
      used = width(piece);
    }
    piece += text;
    used += more;
  }
  return used > columns ? [...pieces, piece, ''] : [...pieces, piece];
}
