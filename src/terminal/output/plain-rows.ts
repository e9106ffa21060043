import { ambiguousColumns, isAllNarrow } from '../../text/unicode.ts';
import { eachGrapheme } from '../../text/width.ts';
import { applySgr, type Ink, isOneStyle, PLAIN } from './sgr.ts';

/** The cells that are drawn on; `x2` and `y2` are the first beyond them, and undefined is no edge. */
interface Clip {
  readonly x1: number | undefined;
  readonly x2: number | undefined;
  readonly y1: number | undefined;
  readonly y2: number | undefined;
}

/** A text whose first character is in this cell; further lines come below. */
interface Write {
  readonly type: 'write';
  readonly x: number;
  readonly y: number;
  readonly text: string;
  /** Each changes a line, of which it also gets the index. */
  readonly transformers: readonly ((line: string, index: number) => string)[];
}

/** Ink's drawing operations. A clip holds within those before it, until its `unclip`. */
export type Operation = Write | { readonly type: 'clip'; readonly clip: Clip } | { readonly type: 'unclip' };

/** A frame, or some rows of it, to be drawn: its size in cells and all that is drawn there, in order. */
export interface Drawing {
  readonly width: number;
  readonly height: number;
  readonly operations: readonly Operation[];
}

/** Draws a frame: its rows joined by LF, and how many they are. `byCell` draws those that are not plain, as Ink does. */
type DrawByRow = (
  drawing: Drawing,
  byCell: (part: Drawing) => string,
) => { readonly output: string; readonly height: number };

/** A row's text so far, from the left, and the first column after it. */
interface PlainRow {
  text: string;
  end: number;
}

/** Undefined where a row is not plain. */
type Rows = (PlainRow | undefined)[];

/**
 * Draws frames with the same cells as Ink's, without a look at each cell where a row is plain: whole texts side by side,
 * put together as they are. Not plain are texts on each other, cut ones, invisible characters, and styles beyond the desk's.
 */
export function createDrawByRow(): DrawByRow {
  const widthOf = createPlainWidth();
  return (drawing, byCell) => {
    const rows = rowsOf(drawing, widthOf);
    const parts: string[] = [];
    for (let y = 0; y < rows.length; ) {
      const row = rows[y];
      let end = y + 1;
      if (row === undefined) {
        while (end < rows.length && rows[end] === undefined) end++;
        parts.push(byCell(partOf(drawing, y, end)));
      } else parts.push(row.text.trimEnd());
      y = end;
    }
    return { output: parts.join('\n'), height: rows.length };
  };
}

function rowsOf({ width, height, operations }: Drawing, widthOf: PlainWidth): Rows {
  const rows: Rows = [];
  while (rows.length < height) rows.push({ text: '', end: 0 });
  const screen = { x1: -FAR, x2: FAR, y1: -FAR, y2: FAR };
  const clips: Edges[] = [];
  for (const operation of operations) {
    const edges = clips.at(-1) ?? screen;
    if (operation.type === 'clip') clips.push(within(edges, operation.clip));
    else if (operation.type === 'unclip') clips.pop();
    else write(rows, operation, { ...edges, x2: Math.min(edges.x2, width) }, widthOf);
  }
  return rows;
}

const FAR = Number.POSITIVE_INFINITY;

/** As a clip, with infinity for no edge. */
type Edges = { readonly [edge in keyof Clip]: number };

function within(outer: Edges, { x1 = -FAR, x2 = FAR, y1 = -FAR, y2 = FAR }: Clip): Edges {
  return {
    x1: Math.max(outer.x1, x1),
    x2: Math.min(outer.x2, x2),
    y1: Math.max(outer.y1, y1),
    y2: Math.min(outer.y2, y2),
  };
}

function write(rows: Rows, { x, y, text, transformers }: Write, edges: Edges, widthOf: PlainWidth): void {
  const lines = text.split('\n');
  const widths = lines.map(widthOf);
  // Text that is not plain in one line may go on in the next.
  const isPlain = Number.isInteger(x) && !widths.includes(undefined);
  for (const [index, line] of lines.entries()) {
    const row = rows[y + index];
    if (row === undefined || isCutOff(y + index, edges)) continue;
    const end = x + (widths[index] ?? 0);
    const isFree = x >= row.end && x >= edges.x1 && end <= edges.x2;
    const isChanged = () => transformers.some(transform => transform(line, index) !== line);
    if (!isPlain || !isFree || isChanged()) rows[y + index] = undefined;
    else if (end > x) {
      row.text += ' '.repeat(x - row.end) + line;
      row.end = end;
    }
  }
}

/** The part of a drawing on these rows, counted from the first of them. */
function isCutOff(y: number, { y1, y2 }: Edges): boolean {
  return y1 > -FAR && y2 < FAR && (y < y1 || y >= y2);
}

/** The drawing on these rows, counted from the first of them. */
function partOf({ width, operations }: Drawing, from: number, to: number): Drawing {
  const moved = (y: number | undefined) => (y === undefined ? undefined : y - from);
  const own = operations.flatMap((operation): Operation[] => {
    if (operation.type === 'unclip') return [operation];
    if (operation.type === 'clip') {
      const { clip } = operation;
      return [{ type: 'clip', clip: { ...clip, y1: moved(clip.y1), y2: moved(clip.y2) } }];
    }
    const { y, text } = operation;
    return y < to && y + text.split('\n').length > from ? [{ ...operation, y: y - from }] : [];
  });
  return { width, height: to - from, operations: own };
}

/**
 * The columns of a plain line: each of its clusters takes some, and its styles end with it. Undefined for any other, also
 * for one with a style on nothing, which would keep the blanks before it from being the end of their row.
 */
type PlainWidth = (line: string) => number | undefined;

/** Twice as many lines are known at most; a screen of 120 x 36 has about 80. */
const MAX_LINES = 500;

/** Keeps the widths of the last lines, most of which come again in the next frame. */
function createPlainWidth(): PlainWidth {
  let [recent, older] = [new Map<string, number>(), new Map<string, number>()];
  let ambiguous = ambiguousColumns();
  return line => {
    if (ambiguous !== ambiguousColumns()) {
      ambiguous = ambiguousColumns();
      recent.clear();
      older.clear();
    }
    const known = recent.get(line);
    if (known !== undefined) return known;
    const columns = older.get(line) ?? plainWidth(line);
    if (columns === undefined) return undefined;
    if (recent.size >= MAX_LINES) [recent, older] = [new Map(), recent];
    recent.set(line, columns);
    return columns;
  };
}

/** A sequence of one code, as the desk writes them. */
const SGR = /\x1b\[([1-9]\d{0,2})m/y;

function plainWidth(line: string): number | undefined {
  if (isAllNarrow(line)) return line.length;
  const ink: Ink = { style: PLAIN, isMarked: false };
  let [columns, at, isLastPlain] = [0, 0, true];
  while (true) {
    const control = line.indexOf('\x1b', at);
    const more = columnsAlone(control < 0 ? line.slice(at) : line.slice(at, control));
    if (more === undefined) return undefined;
    columns += more;
    if (more > 0) isLastPlain = isPlain(ink);
    if (control < 0) return isPlain(ink) ? columns : undefined;
    SGR.lastIndex = control;
    const code = Number(SGR.exec(line)?.[1]);
    if (!isOneStyle(code)) return undefined;
    applySgr([code], ink, true);
    if (isLastPlain && isPlain(ink)) return undefined;
    at = SGR.lastIndex;
  }
}

function isPlain({ style, isMarked }: Ink): boolean {
  return style === PLAIN && !isMarked;
}

function columnsAlone(text: string): number | undefined {
  if (isAllNarrow(text)) return text.length;
  let columns = 0;
  let isSeen = true;
  eachGrapheme(text, (_start, _end, more) => {
    columns += more;
    isSeen = more > 0;
    return isSeen;
  });
  return isSeen ? columns : undefined;
}
