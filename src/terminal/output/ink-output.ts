import { plainColumns } from '../../text/unicode.ts';
import { cutLine } from './cut-line.ts';
import { PLAIN } from './sgr.ts';

/** The cells that are drawn on; `x2` and `y2` are the first beyond them, and undefined is not an edge. */
interface Clip {
  readonly x1: number | undefined;
  readonly x2: number | undefined;
  readonly y1: number | undefined;
  readonly y2: number | undefined;
}

/** As a clip, with all its edges. */
type Edges = { readonly [edge in keyof Clip]: number };

/** Each changes a line, of which it also gets the index. */
type Transformer = (line: string, index: number) => string;

/** A text of one row: its first column, and the first one after it. */
interface Piece {
  readonly x: number;
  readonly end: number;
  readonly text: string;
}

const FAR = Number.POSITIVE_INFINITY;

/** From left to right, none on another. */
type Row = Piece[];

/**
 * A frame that is being drawn, in place of the class in Ink's `output.js` (`bin/build/own-modules.ts`): its constructor and
 * these five members are all that Ink uses of it. Ink has a cell for each column and puts each row together from them.
 * Here a row consists of whole texts, and only those that another one covers or a clip cuts are taken apart.
 */
export class Output {
  /** In cells. */
  readonly width: number;
  readonly height: number;
  private readonly rows: readonly Row[];
  /** Each lies within the one before it; the last one holds. */
  private readonly clips: Edges[];

  constructor({ width, height }: { readonly width: number; readonly height: number }) {
    this.width = width;
    this.height = height;
    this.rows = Array.from({ length: height }, () => []);
    this.clips = [{ x1: -FAR, x2: FAR, y1: -FAR, y2: FAR }];
  }

  /** Draws a text over what is there: its first character in this cell, further lines below. */
  write(x: number, y: number, text: string, { transformers }: { readonly transformers: readonly Transformer[] }): void {
    const { x1, x2, y1, y2 } = this.clips.at(-1)!;
    const from = Math.max(0, x1 - x);
    // A style may go on in the next line.
    const ink = { style: PLAIN, isMarked: false };
    for (const [index, line] of text.split('\n').entries()) {
      const cut = cutLine(line, from, x2 - x, ink);
      const row = this.rows[y + index];
      if (row === undefined || y + index < y1 || y + index >= y2) continue;
      const changed = transformers.reduce((before, transform) => transform(before, index), cut.text);
      const drawn = changed === cut.text ? cut : cutLine(changed, 0, FAR);
      const piece = { x: x + from, end: x + from + drawn.columns, text: drawn.text };
      for (const part of partOf(piece, 0, this.width)) put(row, part);
    }
  }

  /** Draws within these cells only, and within those of the clips before, until its `unclip`. */
  clip({ x1, x2, y1, y2 }: Clip): void {
    const outer = this.clips.at(-1)!;
    this.clips.push({
      x1: Math.max(outer.x1, x1 ?? outer.x1),
      x2: Math.min(outer.x2, x2 ?? outer.x2),
      y1: Math.max(outer.y1, y1 ?? outer.y1),
      y2: Math.min(outer.y2, y2 ?? outer.y2),
    });
  }

  /** Ends the last clip. */
  unclip(): void {
    if (this.clips.length > 1) this.clips.pop();
  }

  /** The rows joined by LF, without the blanks at their ends, and how many they are. */
  get(): { readonly output: string; readonly height: number } {
    return { output: this.rows.map(joinedRow).join('\n'), height: this.rows.length };
  }
}

/** Puts a text over those of a row. */
function put(row: Row, piece: Piece): void {
  if (piece.x >= (row.at(-1)?.end ?? 0)) {
    row.push(piece);
    return;
  }
  const before = row.flatMap(one => partOf(one, 0, piece.x));
  const after = row.flatMap(one => partOf(one, piece.end, FAR));
  row.splice(0, row.length, ...before, piece, ...after);
}

/** The part of a text in these columns: all of it, some, or nothing. */
function partOf(piece: Piece, from: number, to: number): readonly Piece[] {
  if (piece.x >= to || piece.end <= Math.max(from, piece.x)) return [];
  if (piece.x >= from && piece.end <= to) return [piece];
  const x = Math.max(piece.x, from);
  const { text, columns } = cutLine(piece.text, x - piece.x, to - piece.x);
  return [{ x, end: x + columns, text }];
}

function joinedRow(row: Row): string {
  let text = '';
  let end = 0;
  for (const piece of row) {
    // A prefix or half a flag at the end of one text would join the next one.
    if (text !== '' && plainColumns(text.charCodeAt(text.length - 1)) === 0) text += '\x1b[m';
    text += ' '.repeat(piece.x - end) + piece.text;
    end = piece.end;
  }
  return text.trimEnd();
}
