import { BLANK, type Cell } from './cells.ts';
import { type Pen, reach } from './encode.ts';
import type { CellRow } from './row.ts';
import { sgrBetween } from './sgr.ts';

/** A frame and the one on the screen. */
export interface Compared {
  readonly old: readonly CellRow[];
  readonly now: readonly CellRow[];
  /** The rows that differ, from the top. */
  readonly dirty: readonly number[];
  /** The row on which the cursor is parked, or -1. */
  readonly parkedY: number;
}

/**
 * Signs below each other that are the same in every row, such as the wall of a box. Drawn on their own, each row costs two
 * bytes of way, and the row itself ends where its text does.
 */
export interface Upright {
  readonly x: number;
  readonly top: number;
  /** Rows, from `top` on. */
  readonly count: number;
  /** From left to right, in one style. */
  readonly cells: readonly Cell[];
}

/** A shorter one costs as much as it saves. */
export const MIN_UPRIGHT_ROWS = 4;

/** Each takes another drawing of all changed rows. */
const MAX_UPRIGHTS = 8;

/** The longest uprights among the cells that differ, of those that no word touches. */
export function findUprights(compared: Compared): readonly Upright[] {
  const columns = compared.now[0]!.cells.length;
  const found: Upright[] = [];
  for (let x = 1; x < columns - 1; x++) {
    for (let at = 0; at < compared.dirty.length; ) {
      const count = countAt(compared, at, x);
      const upright = count < MIN_UPRIGHT_ROWS ? undefined : uprightAt(compared, compared.dirty[at]!, x, count);
      if (upright !== undefined) found.push(upright);
      at += Math.max(count, 1);
    }
  }
  return found.sort((a, b) => b.count - a.count).slice(0, MAX_UPRIGHTS);
}

/** In how many rows below each other the sign in this column is the same, with no word to its left. */
function countAt(compared: Compared, at: number, x: number): number {
  const { now, dirty } = compared;
  const top = dirty[at]!;
  const cell = now[top]!.cells[x]!;
  if (!isSign(cell)) return 0;
  let count = 0;
  for (let y = top; dirty[at + count] === y; y++, count++) {
    if (now[y]!.cells[x] !== cell || !isNew(compared, x, y) || !isOpen(compared, x - 1, y)) break;
  }
  return count;
}

/** The upright with the signs to its right that are the same in its rows too; none if a word follows. */
function uprightAt(compared: Compared, top: number, x: number, count: number): Upright | undefined {
  const { now } = compared;
  const first = now[top]!.cells;
  const all = Array.from({ length: count }, (_, row) => top + row);
  const isSame = (column: number) =>
    all.every(y => now[y]!.cells[column] === first[column] && isNew(compared, column, y));
  let end = x + 1;
  while (end < first.length - 1 && isSign(first[end]!) && first[end]!.style === first[x]!.style && isSame(end)) end++;
  return all.every(y => isOpen(compared, end, y)) ? { x, top, count, cells: first.slice(x, end) } : undefined;
}

/** One column on every terminal, so that the cursor's place after it is known. */
function isSign(cell: Cell): boolean {
  return cell !== BLANK && cell.width === 1 && !cell.isRisky;
}

function isNew({ old, now }: Compared, x: number, y: number): boolean {
  return now[y]!.cells[x] !== old[y]!.cells[x];
}

function isOpen(compared: Compared, x: number, y: number): boolean {
  return compared.now[y]!.cells[x] === BLANK || !isNew(compared, x, y);
}

/** Draws an upright from top to bottom; updates the pen. */
export function drawUpright(pen: Pen, { x, top, count, cells }: Upright, rows: readonly CellRow[]): string {
  const { style } = cells[0]!;
  const text = cells.map(cell => cell.text).join('');
  let bytes = '';
  for (let y = top; y < top + count; y++) {
    bytes += reach(pen, x, y, rows[y]!.cells, style) + sgrBetween(pen.style, style) + text;
    pen.style = style;
    pen.x = x + cells.length;
  }
  return bytes;
}

/** The rows before the uprights are drawn: blank in their place, so that it is erased with the blanks beside it. */
export function withoutUprights(rows: readonly CellRow[], uprights: readonly Upright[]): readonly CellRow[] {
  const without = rows.slice();
  for (const { x, top, count, cells } of uprights) {
    for (let y = top; y < top + count; y++) without[y] = blanked(without[y]!, x, x + cells.length);
  }
  return without;
}

function blanked(row: CellRow, from: number, to: number): CellRow {
  const cells = row.cells.slice().fill(BLANK, from, to);
  return { ...row, cells, end: row.end === to ? cells.findLastIndex(cell => cell !== BLANK) + 1 : row.end };
}
