import { BLANK, type Cell, HALF } from './cells.ts';
import { shortestMove, UNKNOWN } from './moves.ts';
import type { CellRow } from './row.ts';
import { PLAIN, SEEN_ON_BLANK, type Style, sgrBetween } from './sgr.ts';

interface PenPosition {
  readonly x: number;
  readonly y: number;
  readonly style: Style;
}

/** The terminal's cursor and its current style. */
export interface Pen {
  x: number;
  y: number;
  style: Style;
  /** The place that the terminal has stored (`ESC 7`) and restores for two bytes (`ESC 8`); undefined if unknown. */
  kept: PenPosition | undefined;
  /**
   * The place of the first plain cell written at this column is stored, for the rows below that begin there; or
   * UNKNOWN.
   */
  keepAt: number;
  /** At this many rows from the stored place, another is stored. */
  keepEvery: number;
}

/** A pen at an unknown place. */
export const LOST_PEN: Pen = { x: UNKNOWN, y: UNKNOWN, style: PLAIN, kept: undefined, keepAt: UNKNOWN, keepEvery: 0 };

/** A gap of at most this many equal cells may be written again instead of skipped. */
const MAX_BRIDGE = 4;

/** The change of one row: from which cells to which. */
interface Change {
  readonly y: number;
  readonly old: CellRow;
  readonly now: CellRow;
  readonly columns: number;
  /** Cells before this column were overdrawn by a risky cluster on some terminal and are always written. */
  spoiltTo: number;
  bytes: string;
}

/** The bytes that turn the row `old` into `now` on line `y`; updates the pen. */
export function encodeRow(pen: Pen, y: number, old: CellRow, now: CellRow): string {
  const change: Change = { y, old, now, columns: now.cells.length, spoiltTo: 0, bytes: '' };
  let x = 0;
  while (x < change.columns) x = isDirty(change, x) ? encodeAt(pen, change, x) : x + 1;
  return change.bytes;
}

/** The bytes that move the cursor to a place of a row whose cells `row` are already shown. */
export function reach(pen: Pen, x: number, y: number, row: readonly Cell[], next: Style): string {
  if (pen.x === x && pen.y === y) return '';
  const { style } = pen;
  let best: Way = { bytes: shortestMove(pen.x, pen.y, x, y), style };
  if (pen.kept !== undefined && best.bytes.length > 2) best = cheaper(best, wayBack(pen.kept, x, y), next);
  const isNear = pen.y === y && pen.x !== UNKNOWN && pen.x < x && x - pen.x <= MAX_BRIDGE;
  const bridge = isNear ? bridgeTo(pen, x, row) : undefined;
  if (bridge !== undefined) best = cheaper(best, bridge, next);
  const edge = x > 0 && x <= MAX_BRIDGE && pen.y !== y ? bridgeTo({ ...pen, x: 0 }, x, row) : undefined;
  if (edge !== undefined) best = cheaper(best, { ...edge, bytes: shortestMove(pen.x, pen.y, 0, y) + edge.bytes }, next);
  pen.x = x;
  pen.y = y;
  pen.style = best.style;
  return best.bytes;
}

/** Bytes that move the cursor, and the style after them. */
interface Way {
  readonly bytes: string;
  readonly style: Style;
}

/** The cheaper way, including the style change for the next cell; of equal ones the second. */
function cheaper(first: Way, second: Way, next: Style): Way {
  const costOf = ({ bytes, style }: Way): number => Buffer.byteLength(bytes) + sgrBetween(style, next).length;
  return costOf(second) <= costOf(first) ? second : first;
}

function wayBack(kept: PenPosition, x: number, y: number): Way {
  return { bytes: `\x1b8${shortestMove(kept.x, kept.y, x, y)}`, style: kept.style };
}

function bridgeTo(pen: Pen, x: number, row: readonly Cell[]): Way | undefined {
  let bytes = '';
  let style = pen.style;
  for (let at = pen.x; at < x; at++) {
    const cell = row[at]!;
    if (cell.isRisky) return undefined;
    const wanted = styleFor(cell, style);
    bytes += sgrBetween(style, wanted) + cell.text;
    style = wanted;
  }
  return { bytes, style };
}

/** A plain blank looks the same in any style that paints nothing on blanks. */
function styleFor(cell: Cell, current: Style): Style {
  if (cell === HALF) return current;
  return cell === BLANK && (current & SEEN_ON_BLANK) === 0 ? current : cell.style;
}

function isDirty({ old, now, spoiltTo }: Change, x: number): boolean {
  return x < spoiltTo || old.cells[x] !== now.cells[x];
}

/** Writes or erases at a dirty column and returns the next column to look at. */
function encodeAt(pen: Pen, change: Change, x: number): number {
  const cell = change.now.cells[x]!;
  if (cell !== BLANK) return writeCell(pen, change, x, cell);
  if (x >= change.now.end) return clearTail(pen, change, x, cell);
  const to = dirtyBlanksEnd(change, x);
  const from = blanksStart(pen, change, x);
  if (erasedCost(change, from, to) <= wayCost(x - from) + Math.min(to - x, erasedCost(change, x, to))) {
    start(pen, change, from, PLAIN);
    change.bytes += `\x1b[${to - from}X`;
    return to;
  }
  return writeCell(pen, change, x, cell);
}

/** The row is blank from here to its end. */
function clearTail(pen: Pen, change: Change, x: number, cell: Cell): number {
  const from = tailStart(pen, change, x);
  if (Math.max(change.old.end, change.spoiltTo) - from <= 3) return writeCell(pen, change, x, cell);
  start(pen, change, from, PLAIN);
  change.bytes += '\x1b[K';
  return change.columns;
}

/** Any column of the blank tail will do: the cursor's own column, if it is in the tail. */
function tailStart({ x: at, kept }: Pen, { now }: Change, x: number): number {
  const isHere = (column: number | undefined) => column !== undefined && column >= now.end && column <= x;
  if (isHere(at)) return at;
  return isHere(kept?.x) ? kept!.x : x;
}

/** The cursor's column, if all is blank from there to `x`: those blanks can be erased with the next ones. */
function blanksStart({ x: at, y }: Pen, { now, y: own }: Change, x: number): number {
  if (at === UNKNOWN || y !== own || at >= x) return x;
  return now.cells.slice(at, x).every(cell => cell === BLANK) ? at : x;
}

/** The bytes that move the cursor this many blank columns further. */
function wayCost(count: number): number {
  return count <= MAX_BRIDGE ? count : 3 + String(count).length;
}

/** The end of the last dirty blank in the run of blanks that begins at `x`. */
function dirtyBlanksEnd(change: Change, x: number): number {
  let end = x;
  for (let at = x; change.now.cells[at] === BLANK; at++) if (isDirty(change, at)) end = at + 1;
  return end;
}

/** ECH leaves the cursor at the run's start; if the next cell is dirty too, the cursor has to step over the run. */
function erasedCost(change: Change, from: number, to: number): number {
  const bytes = 3 + String(to - from).length;
  return isDirty(change, to) ? 2 * bytes : bytes;
}

/** Moves to a column and changes to the style of the cell to be written there. */
function start(pen: Pen, change: Change, x: number, style: Style): void {
  change.bytes += reach(pen, x, change.y, change.now.cells, style);
  const wanted = style === PLAIN && (pen.style & SEEN_ON_BLANK) === 0 ? pen.style : style;
  change.bytes += sgrBetween(pen.style, wanted);
  pen.style = wanted;
  change.bytes += keep(pen);
}

function keep(pen: Pen): string {
  const { x, y, style, kept, keepAt, keepEvery } = pen;
  const isNear = kept?.x === x && Math.abs(y - kept.y) < keepEvery;
  if (x !== keepAt || style !== PLAIN || isNear) return '';
  pen.kept = { x, y, style };
  return '\x1b7';
}

function writeCell(pen: Pen, change: Change, x: number, cell: Cell): number {
  const { columns, y } = change;
  const end = x + cell.width;
  change.bytes += reach(pen, x, y, change.now.cells, cell.style);
  const style = styleFor(cell, pen.style);
  change.bytes += sgrBetween(pen.style, style);
  pen.style = style;
  change.bytes += keep(pen);
  // If a terminal draws the cluster narrower than we count, or omits it for want of room, no old cell may stay there.
  if (cell.isRisky && (cell.width > 1 || x + cell.reach > columns)) change.bytes += emptied(change, x, cell.width);
  change.bytes += cell.text;
  if (cell.isRisky) change.spoiltTo = Math.max(change.spoiltTo, Math.min(x + cell.reach, columns));
  // After the last column and after a risky cluster the cursor's place is unknown.
  pen.x = cell.isRisky || end >= columns ? UNKNOWN : end;
  if (x + Math.max(cell.width, cell.reach) >= columns) pen.y = UNKNOWN;
  return pen.x === end && pen.y === y ? writeOn(pen, change, end) : end;
}

/**
 * Writes on while a dirty cell needs nothing before it and leaves the cursor behind it, as most cells do. A whole frame is
 * written in several ways for the cheapest, and would take five times as long cell by cell. Returns the next column to look at.
 */
function writeOn(pen: Pen, change: Change, from: number): number {
  const { columns, now } = change;
  let x = from;
  for (; x < columns && x !== pen.keepAt && isDirty(change, x); ) {
    const cell = now.cells[x]!;
    if (cell === BLANK || cell.style !== pen.style || cell.isRisky) break;
    if (x + Math.max(cell.width, cell.reach) >= columns) break;
    change.bytes += cell.text;
    x += cell.width;
  }
  pen.x = x;
  return x;
}

function emptied({ columns, y }: Change, x: number, width: number): string {
  const back = x + width < columns ? '\b'.repeat(width) : shortestMove(UNKNOWN, UNKNOWN, x, y);
  return ' '.repeat(width) + back;
}
