import { BLANK, type Cell } from './cells.ts';
import type { Row } from './row.ts';

/** A part of the screen whose contents move: columns and rows of its first and last cell, and by how many rows up. */
export interface Scroll {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
  /** Negative: down. */
  readonly by: number;
}

/** Finding fewer rows than this again does not pay for setting the margins (24 bytes). */
const MIN_KEPT_ROWS = 3;

/**
 * The rectangle in which most of the change is a move up or down, if there is one; the caller decides whether it pays.
 * Only for terminals with left and right margins: a list beside a detail scrolls alone.
 */
export function findScroll(old: readonly Row[], now: readonly Row[], dirty: readonly number[]): Scroll | undefined {
  const run = longestRun(dirty);
  if (run.length <= MIN_KEPT_ROWS) return undefined;
  let best: Found | undefined;
  for (const band of bandsOf(old, now, run)) {
    const found = findIn(band, old, now, run);
    if (found !== undefined && found.keptRows > (best?.keptRows ?? 0)) best = found;
  }
  return best && isWhole(old, best.scroll) ? best.scroll : undefined;
}

/** A scroll, and the number of rows it saves. */
interface Found {
  readonly scroll: Scroll;
  readonly keptRows: number;
}

/** The first and the last column of a pane. */
type Band = readonly [left: number, right: number];

function findIn(band: Band, old: readonly Row[], now: readonly Row[], run: readonly number[]): Found | undefined {
  const [left, right] = changedColumns(band, old, now, run);
  if (right <= left) return undefined;
  const keysOf = (rows: readonly Row[]) => rows.map(({ cells }) => keyOf(cells, left, right));
  const [before, after] = [keysOf(old), keysOf(now)];
  const { by, count } = likeliestShift(before, after, run);
  if (count < MIN_KEPT_ROWS) return undefined;
  const trimmed = trim({ left, right, top: run[0]!, bottom: run.at(-1)!, by }, before, after);
  return { scroll: grow(trimmed, before, after), keptRows: count };
}

/** The terminal's contents in a row of the scroll afterwards. */
export function scrolledRow(old: readonly Row[], y: number, { left, right, top, bottom, by }: Scroll): Row {
  const row = old[y]!;
  if (y < top || y > bottom) return row;
  const from = y + by >= top && y + by <= bottom ? old[y + by] : undefined;
  const cells = row.cells.map((cell, x) => (x < left || x > right ? cell : (from?.cells[x] ?? BLANK)));
  return { cells, end: cells.findLastIndex(cell => cell !== BLANK) + 1, mark: row.mark };
}

/** The bytes that scroll. Afterwards the cursor's place is unknown, and the margins are at the screen's edges again. */
export function scrollBytes({ left, right, top, bottom, by }: Scroll): string {
  const move = `\x1b[${Math.abs(by) === 1 ? '' : Math.abs(by)}${by > 0 ? 'S' : 'T'}`;
  return `\x1b[${top + 1};${bottom + 1}r\x1b[${left + 1};${right + 1}s${move}\x1b[s\x1b[r`;
}

function longestRun(dirty: readonly number[]): readonly number[] {
  let best: readonly number[] = [];
  for (let start = 0; start < dirty.length; ) {
    let end = start + 1;
    while (end < dirty.length && dirty[end] === dirty[end - 1]! + 1) end++;
    if (end - start > best.length) best = dirty.slice(start, end);
    start = end;
  }
  return best;
}

/** The columns between walls. A wall looks the same in all these rows, before and after. */
function bandsOf(old: readonly Row[], now: readonly Row[], run: readonly number[]): readonly Band[] {
  const bands: Band[] = [];
  const columns = now[0]!.cells.length;
  let left = 0;
  for (let x = 0; x <= columns; x++) {
    const sign = now[run[0]!]!.cells[x];
    const isWall = sign !== BLANK && run.every(y => now[y]!.cells[x] === sign && old[y]!.cells[x] === sign);
    if (!isWall) continue;
    if (x > left) bands.push([left, x - 1]);
    left = x + 1;
  }
  return bands;
}

/** The first and the last column of the band in which any of these rows changes. */
function changedColumns(band: Band, old: readonly Row[], now: readonly Row[], run: readonly number[]): Band {
  let [right, left] = band;
  const isSame = (y: number, x: number) => old[y]!.cells[x] === now[y]!.cells[x];
  for (const y of run) {
    let first = band[0];
    while (first < left && isSame(y, first)) first++;
    left = Math.min(left, first);
    let last = band[1];
    while (last > right && isSame(y, last)) last--;
    right = Math.max(right, last);
  }
  return [left, right];
}

/** Equal for equal cells; the empty string for an empty row. */
function keyOf(cells: readonly Cell[], left: number, right: number): string {
  let key = '';
  for (let x = left; x <= right; x++) key += cells[x] === BLANK ? ' ' : `${cells[x]!.text}\0${cells[x]!.style}`;
  return key.trimEnd();
}

/** The distance by which most non-empty rows have moved, and their number. */
function likeliestShift(before: readonly string[], after: readonly string[], run: readonly number[]) {
  const votes = new Map<number, number>();
  const places = new Map<string, number[]>();
  for (const y of run) if (before[y] !== '') places.set(before[y]!, [...(places.get(before[y]!) ?? []), y]);
  for (const y of run)
    for (const from of places.get(after[y]!) ?? []) votes.set(from - y, (votes.get(from - y) ?? 0) + 1);
  votes.delete(0);
  const [by, count] = [...votes].reduce((most, vote) => (vote[1] > most[1] ? vote : most), [0, 0]);
  return { by, count };
}

/** A head above or a foot below that changes as well has not moved. */
function trim(scroll: Scroll, before: readonly string[], after: readonly string[]): Scroll {
  const { by } = scroll;
  let { top, bottom } = scroll;
  while (before[top + Math.max(0, by)] !== after[top + Math.max(0, -by)]) top++;
  while (before[bottom - Math.max(0, -by)] !== after[bottom - Math.max(0, by)]) bottom--;
  return { ...scroll, top, bottom };
}

/** Rows that look the same before and after can still belong to the scroll, for example empty lines. */
function grow(scroll: Scroll, before: readonly string[], after: readonly string[]): Scroll {
  const { by } = scroll;
  let { top, bottom } = scroll;
  const fits = (y: number) => before[y + Math.max(0, by)] === after[y + Math.max(0, -by)];
  while (top > 0 && top - 1 + Math.abs(by) <= bottom && fits(top - 1)) top--;
  while (bottom + 1 < before.length && bottom + 1 - Math.abs(by) >= top && fits(bottom + 1 - Math.abs(by))) bottom++;
  return { ...scroll, top, bottom };
}

/** No character is cut by an edge, even on a terminal that draws it wider than we count. */
function isWhole(old: readonly Row[], { left, right, top, bottom }: Scroll): boolean {
  const edges = [left, right + 1];
  return old.slice(top, bottom + 1).every(({ cells }) => {
    const isCut = (cell: Cell, x: number) =>
      edges.some(edge => x < edge && x + Math.max(cell.width, cell.reach) > edge);
    return !cells.some(isCut);
  });
}
