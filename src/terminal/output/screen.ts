import { createCellTable } from './cells.ts';
import { encodeRow, LOST_PEN, type Pen, reach } from './encode.ts';
import { UNKNOWN } from './moves.ts';
import { blankRow, parseRow, type Row } from './row.ts';
import { findScroll, type Scroll, scrolledRow, scrollWays } from './scroll.ts';
import { PLAIN, SEEN_ON_BLANK, sgrBetween } from './sgr.ts';

/** How frames are drawn. */
export interface ScreenOptions {
  /** False drops colours and keeps bold, dim, inverse, underline. */
  readonly color: boolean;
}

/** The contents of the terminal, and the way to any other frame. */
export interface Screen {
  /**
   * The bytes that change the terminal's contents to the frame. Its lines are joined by LF and each begins plain; the
   * cursor is parked on the cell marked with overline and hidden without one. Empty if nothing differs. A result
   * longer than `maxBytes` is drawn in part: the cursor's row and as many others as fit; `isBehind` until the rest is
   * drawn.
   */
  draw(frame: string, maxBytes?: number): string;
  /** Whether rows of the last frame were left out. */
  isBehind(): boolean;
  /** The terminal can scroll a part of its columns (mode 69 is on): moved cells are not written again. */
  takeMargins(): void;
  /** The cursor's place and the place stored in the terminal are unknown. */
  loseCursor(): void;
  /** The terminal has this size now and unknown contents. */
  resize(columns: number, rows: number): void;
  /** The terminal's contents are unknown: the next frame is drawn whole. */
  forget(): void;
}

/** A write longer than this (bytes) is shown at once or not at all, if the terminal can do that (mode 2026). */
const MAX_UNSYNCHRONISED = 1400;

/** With at most this many rows to draw, several orders are tried for the cheapest. */
const MAX_ORDERED_ROWS = 6;

/** From this many rows on, storing a place in the terminal is tried. */
const MIN_KEEPING_ROWS = 4;
/** In this many columns. */
const MAX_KEPT_COLUMNS = 3;

interface Shown {
  rows: Row[];
  /** The lines of these rows; undefined if nothing was drawn yet. */
  lines: (string | undefined)[];
  pen: Pen;
  /** Undefined if unknown. */
  isCursorShown: boolean | undefined;
  isKnown: boolean;
  isBehind: boolean;
  /** Left and right margins can be set. */
  hasMargins: boolean;
  /** Where drawing a frame in parts continues. */
  nextRow: number;
}

/** A frame compared with the terminal's contents. */
interface Target {
  readonly rows: readonly Row[];
  readonly lines: readonly string[];
  dirty: readonly number[];
  readonly parkedY: number;
}

/** Makes a screen of a size (columns, rows) with unknown contents. */
export function createScreen(columns: number, rows: number, { color }: ScreenOptions): Screen {
  let table = createCellTable();
  let shown = nothing(columns, rows);
  const parse = (line: string): Row => parseRow(line, columns, table, color);

  return {
    isBehind: () => shown.isBehind,
    takeMargins() {
      shown.hasMargins = true;
    },
    loseCursor() {
      shown.pen = { ...LOST_PEN, style: shown.pen.style };
    },
    forget() {
      // A cell's columns may be counted otherwise by now.
      table = createCellTable();
      shown = { ...nothing(columns, rows), hasMargins: shown.hasMargins };
    },
    resize(newColumns, newRows) {
      columns = newColumns;
      rows = newRows;
      shown = { ...nothing(columns, rows), hasMargins: shown.hasMargins };
    },
    draw(frame, maxBytes = Number.POSITIVE_INFINITY) {
      const clearing = shown.isKnown ? '' : clear(shown);
      const target = compare(shown, frame, parse);
      const { bytes, whole } = cheapest(shown, target);
      const start = clearing + bytes;
      if (Buffer.byteLength(whole.bytes) <= maxBytes) return synchronised(start + finish(shown, target, whole));
      return start + drawPart(shown, target, maxBytes);
    },
  };
}

function nothing(columns: number, rows: number): Shown {
  return {
    rows: new Array<Row>(rows).fill(blankRow(columns)),
    lines: new Array<string | undefined>(rows).fill(undefined),
    pen: { ...LOST_PEN },
    isCursorShown: undefined,
    isKnown: false,
    isBehind: false,
    hasMargins: false,
    nextRow: 0,
  };
}

/** Margins can be set, and are at the screen's edges. */
const WHOLE_MARGINS = '\x1b[?69h\x1b[s\x1b[r';

/** Home and erase below: unlike ESC[2J it pushes nothing into anybody's scrollback. */
function clear(shown: Shown): string {
  shown.isKnown = true;
  shown.pen = { ...LOST_PEN, x: 0, y: 0 };
  return `${shown.hasMargins ? WHOLE_MARGINS : ''}\x1b[m\x1b[H\x1b[J`;
}

function compare(shown: Shown, frame: string, parse: (line: string) => Row): Target {
  const given = frame.split('\n', shown.rows.length);
  const lines = shown.rows.map((_, y) => given[y] ?? '');
  const dirty = lines.flatMap((line, y) => (line === shown.lines[y] ? [] : [y]));
  const rows = shown.rows.slice();
  for (const y of dirty) rows[y] = parse(lines[y]!);
  return { rows, lines, dirty, parkedY: rows.findIndex(({ mark }) => mark >= 0) };
}

/** A way to draw a frame, and what it costs: after the bytes of a scroll, if any, `after` is shown and these rows differ. */
interface Found {
  readonly bytes: string;
  readonly whole: Drawing;
  readonly cost: number;
  readonly after: Shown;
  readonly dirty: readonly number[];
}

/**
 * The cheapest way to draw the frame: on the present contents, or after a scroll. The scroll's `bytes` come first, and
 * `shown` and `target` are the state after them.
 */
function cheapest(shown: Shown, target: Target): Found {
  const whole = drawWhole(shown, target);
  const { rows: old, lines: oldLines, hasMargins } = shown;
  const { rows: now, lines: nowLines, dirty: changed } = target;
  const scroll = findScroll({ old, now, oldLines, nowLines, dirty: changed }, hasMargins);
  const plain = (shown.pen.style & SEEN_ON_BLANK) === 0 ? '' : '\x1b[m';
  let best: Found = { bytes: '', whole, cost: Buffer.byteLength(whole.bytes), after: shown, dirty: changed };
  if (scroll === undefined) return best;
  for (const { bytes, cursorY } of scrollWays(scroll, now[0]!.cells.length)) {
    const after = scrolled(shown, scroll, cursorY);
    const dirty = target.rows.flatMap((row, y) => (row === after.rows[y] ? [] : [y]));
    const further = drawWhole(after, { ...target, dirty });
    const cost = plain.length + bytes.length + Buffer.byteLength(further.bytes);
    if (cost < best.cost) best = { bytes: plain + bytes, whole: further, cost, after, dirty };
  }
  Object.assign(shown, best.after);
  target.dirty = best.dirty;
  return best;
}

/** Scrolled-in blanks have the pen's style, so it must paint nothing on them. */
function scrolled(shown: Shown, scroll: Scroll, cursorY: number): Shown {
  const style = (shown.pen.style & SEEN_ON_BLANK) === 0 ? shown.pen.style : PLAIN;
  const place = { x: cursorY === UNKNOWN ? UNKNOWN : 0, y: cursorY, style };
  const kept = cursorY === UNKNOWN ? shown.pen.kept : place;
  const isMoved = (y: number) => y >= scroll.top && y <= scroll.bottom;
  return {
    ...shown,
    rows: shown.rows.map((row, y) => (isMoved(y) ? scrolledRow(shown.rows, y, scroll) : row)),
    lines: shown.lines.map((line, y) => (isMoved(y) ? undefined : line)),
    pen: { ...shown.pen, ...place, kept },
  };
}

interface Drawing {
  readonly bytes: string;
  readonly pen: Pen;
}

/** All changed rows in the cheapest of the tried orders, then the cursor parked. */
function drawWhole(shown: Shown, target: Target): Drawing {
  const { rows, parkedY } = target;
  const drawings = trials(shown, target).map(({ order, keepAt }): Drawing => {
    const pen = { ...shown.pen, keepAt };
    const drawn = order.map(y => encodeRow(pen, y, shown.rows[y]!, rows[y]!)).join('');
    return { bytes: drawn + (parkedY < 0 ? '' : park(pen, parkedY, rows[parkedY]!)), pen };
  });
  return drawings.reduce((best, drawing) => (drawing.bytes.length < best.bytes.length ? drawing : best));
}

/** Also sets the pen to the cell's style: the next character typed there then costs one byte. */
function park(pen: Pen, y: number, { cells, mark }: Row): string {
  const { style } = cells[mark]!;
  const way = reach(pen, mark, y, cells, style);
  const bytes = way + sgrBetween(pen.style, style);
  pen.style = style;
  return bytes;
}

interface Trial {
  readonly order: readonly number[];
  readonly keepAt: number;
}

/** The orders to try, and for many rows whether storing a place at their first column pays. */
function trials(shown: Shown, target: Target): readonly Trial[] {
  const plain = orders(target.dirty, target.parkedY).map(order => ({ order, keepAt: UNKNOWN }));
  if (target.dirty.length < MIN_KEEPING_ROWS) return plain;
  const starts = commonStarts(shown, target);
  // For first frames of four sizes and four help centers no other way was shorter by more than two bytes, and each takes
  // its time of a start.
  if (isBlank(shown)) return [{ order: target.dirty, keepAt: starts[0] ?? UNKNOWN }];
  const both = [target.dirty, target.dirty.toReversed()];
  return [...plain, ...starts.flatMap(keepAt => both.map(order => ({ order, keepAt })))];
}

function isBlank({ lines }: Shown): boolean {
  return lines.every(line => line === undefined);
}

/** The columns in which most of the changed rows begin to differ: that of a head, and that of text after a gutter. */
function commonStarts(shown: Shown, { rows, dirty }: Target): number[] {
  const counts = new Map<number, number>();
  for (const y of dirty) {
    const old = shown.rows[y]!.cells;
    const start = rows[y]!.cells.findIndex((cell, x) => cell !== old[x]);
    counts.set(start, (counts.get(start) ?? 0) + 1);
  }
  return [...counts]
    .sort((a, b) => b[1] - a[1])
    .slice(0, MAX_KEPT_COLUMNS)
    .map(([start]) => start);
}

function orders(dirty: readonly number[], parkedY: number): readonly (readonly number[])[] {
  if (dirty.length < 2 || dirty.length > MAX_ORDERED_ROWS) return [dirty];
  const all = [dirty, dirty.toReversed()];
  if (dirty.length > 2 && dirty.includes(parkedY)) all.push([...dirty.filter(y => y !== parkedY), parkedY]);
  return all;
}

function finish(shown: Shown, target: Target, { bytes, pen }: Drawing): string {
  for (const y of target.dirty) take(shown, target, y);
  shown.pen = pen;
  shown.isBehind = false;
  shown.nextRow = 0;
  const hasCursor = target.parkedY >= 0;
  if (shown.isCursorShown === hasCursor) return bytes;
  shown.isCursorShown = hasCursor;
  return bytes + (hasCursor ? '\x1b[?25h' : '\x1b[?25l');
}

/** The cursor's row first, then on from the end of the last part: while frames keep coming, every row has its turn. */
function drawPart(shown: Shown, target: Target, maxBytes: number): string {
  const { dirty, parkedY } = target;
  const others = dirty.filter(y => y !== parkedY);
  const turn = [...others.filter(y => y >= shown.nextRow), ...others.filter(y => y < shown.nextRow)];
  let bytes = '';
  for (const y of dirty.includes(parkedY) ? [parkedY, ...turn] : turn) {
    if (Buffer.byteLength(bytes) >= maxBytes) break;
    bytes += encodeRow(shown.pen, y, shown.rows[y]!, target.rows[y]!);
    take(shown, target, y);
    if (y !== parkedY) shown.nextRow = y + 1;
  }
  shown.isBehind = true;
  return bytes;
}

function take(shown: Shown, target: Target, y: number): void {
  shown.rows[y] = target.rows[y]!;
  shown.lines[y] = target.lines[y];
}

function synchronised(bytes: string): string {
  const isLong = bytes.length > MAX_UNSYNCHRONISED || Buffer.byteLength(bytes) > MAX_UNSYNCHRONISED;
  return isLong ? `\x1b[?2026h${bytes}\x1b[?2026l` : bytes;
}
