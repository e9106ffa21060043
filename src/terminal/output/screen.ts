import { createCellTable } from './cells.ts';
import { encodeRow, LOST_PEN, type Pen, reach } from './encode.ts';
import { UNKNOWN } from './moves.ts';
import { blankRow, type CellRow, parseRow } from './row.ts';
import { findScroll, type Scroll, scrolledRow, scrollWays } from './scroll.ts';
import { PLAIN, SEEN_ON_BLANK, sgrBetween } from './sgr.ts';
import { firstTrials, keepingNear, type Trial } from './trials.ts';
import { drawUpright, findUprights, MIN_UPRIGHT_ROWS, type Upright, withoutUprights } from './uprights.ts';

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

interface Shown {
  rows: CellRow[];
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
  readonly rows: readonly CellRow[];
  readonly lines: readonly string[];
  dirty: readonly number[];
  readonly parkedY: number;
}

/** Makes a screen of a size (columns, rows) with unknown contents. */
export function createScreen(columns: number, rows: number, { color }: ScreenOptions): Screen {
  let table = createCellTable();
  let shown = nothing(columns, rows);
  const parse = (line: string): CellRow => parseRow(line, columns, table, color);

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
    rows: new Array<CellRow>(rows).fill(blankRow(columns)),
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

function compare(shown: Shown, frame: string, parse: (line: string) => CellRow): Target {
  const given = frame.split('\n', shown.rows.length);
  const lines = shown.rows.map((_, y) => given[y] ?? '');
  const dirty = lines.flatMap((line, y) => (line === shown.lines[y] ? [] : [y]));
  const rows = shown.rows.slice();
  for (const y of dirty) rows[y] = parse(lines[y]!);
  return { rows, lines, dirty, parkedY: rows.findIndex(({ mark }) => mark >= 0) };
}

/** A way to draw a frame, and its cost: after the bytes of a scroll, if any, `after` is shown and these rows differ. */
interface Redraw {
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
function cheapest(shown: Shown, target: Target): Redraw {
  const whole = drawWhole(shown, target);
  const { rows: old, lines: oldLines, hasMargins } = shown;
  const { rows: now, lines: nowLines, dirty: changed } = target;
  const scroll = findScroll({ old, now, oldLines, nowLines, dirty: changed }, hasMargins);
  const plain = (shown.pen.style & SEEN_ON_BLANK) === 0 ? '' : '\x1b[m';
  let best: Redraw = { bytes: '', whole, cost: Buffer.byteLength(whole.bytes), after: shown, dirty: changed };
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
  readonly trial: Trial;
}

/** All changed rows in the cheapest of the tried ways, then the cursor parked. */
function drawWhole(shown: Shown, target: Target): Drawing {
  const draw = (trial: Trial) => drawBy(trial, shown, target);
  const tried = { old: shown.rows, now: target.rows, dirty: target.dirty, parkedY: target.parkedY };
  const isFirst = shown.lines.every(line => line === undefined);
  const best = firstTrials(tried, isFirst).map(draw).reduce(shorter);
  if (isFirst || target.dirty.length < MIN_UPRIGHT_ROWS) return best;
  const near = shorter(best, draw(keepingNear(best.trial)));
  const uprights = findUprights(tried);
  const without = (drawn: Drawing, one: Upright) =>
    shorter(drawn, draw({ ...drawn.trial, uprights: drawn.trial.uprights.filter(other => other !== one) }));
  return shorter(near, uprights.reduce(without, draw({ ...near.trial, uprights })));
}

function shorter(first: Drawing, second: Drawing): Drawing {
  return second.bytes.length < first.bytes.length ? second : first;
}

function drawBy(trial: Trial, shown: Shown, { rows, parkedY }: Target): Drawing {
  const pen = { ...shown.pen, keepAt: trial.keepAt, keepEvery: trial.keepEvery };
  const now = withoutUprights(rows, trial.uprights);
  const drawn = trial.order.map(y => encodeRow(pen, y, shown.rows[y]!, now[y]!)).join('');
  const last = trial.uprights.map(one => drawUpright(pen, one, rows)).join('');
  return { bytes: drawn + last + (parkedY < 0 ? '' : park(pen, parkedY, rows[parkedY]!)), pen, trial };
}

/** Also sets the pen to the cell's style: the next character typed there then costs one byte. */
function park(pen: Pen, y: number, { cells, mark }: CellRow): string {
  const { style } = cells[mark]!;
  const way = reach(pen, mark, y, cells, style);
  const bytes = way + sgrBetween(pen.style, style);
  pen.style = style;
  return bytes;
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
