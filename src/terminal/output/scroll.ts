import { BLANK, type Cell } from './cells.ts';
import { UNKNOWN } from './moves.ts';
import type { CellRow } from './row.ts';

/** A part of the screen whose contents move: columns and rows of its first and last cell, and by how many rows up. */
export interface Scroll {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
  /** Negative: down. */
  readonly by: number;
}

/** A frame, and the one that it is compared with. */
export interface Frames {
  readonly old: readonly CellRow[];
  readonly now: readonly CellRow[];
  /** The lines that the rows were made from; undefined if that is not known. */
  readonly oldLines: readonly (string | undefined)[];
  readonly nowLines: readonly string[];
  /** The rows that differ. */
  readonly dirty: readonly number[];
}

/** Finding fewer rows than this again does not pay for the scroll (17 bytes, 24 with margins). */
const MIN_KEPT_ROWS = 2;

/** Of the distances by which rows have moved, this many are looked at closely. */
const MAX_TRIED = 3;

/**
 * The move up or down that saves the most cells, if there is one; the caller decides whether it pays. Whole lines move
 * on every terminal; a part of the columns (a list beside a detail) only on one with left and right margins.
 */
export function findScroll(frames: Frames, hasMargins: boolean): Scroll | undefined {
  if (frames.dirty.length <= MIN_KEPT_ROWS) return undefined;
  const { old, now, oldLines, nowLines, dirty } = frames;
  const whole: Band = [0, now[0]!.cells.length - 1];
  let best = bestIn(whole, shiftsOf(oldLines, nowLines, dirty), frames);
  if (!hasMargins) return best?.scroll;
  const run = longestRun(dirty);
  for (const between of bandsOf(old, now, run)) {
    const band = changedColumns(between, old, now, run);
    if (band[1] <= band[0]) continue;
    const keysOf = (rows: readonly CellRow[]) => rows.map(({ cells }) => rowKey(cells, ...band));
    const found = bestIn(band, shiftsOf(keysOf(old), keysOf(now), run), frames);
    if (found && found.saved > (best?.saved ?? 0) && isWhole(old, found.scroll)) best = found;
  }
  return best?.scroll;
}

/** A scroll, and the number of cells it saves. */
interface BestScroll {
  readonly scroll: Scroll;
  readonly saved: number;
}

/** The first and the last column of a part that can move. */
type Band = readonly [left: number, right: number];

/** The distances by which the most rows that are not empty have moved, the likeliest first. */
function shiftsOf(
  before: readonly (string | undefined)[],
  after: readonly string[],
  dirty: readonly number[],
): readonly number[] {
  const places = new Map<string, number[]>();
  for (const y of dirty) if (before[y]) places.set(before[y], [...(places.get(before[y]) ?? []), y]);
  const votes = new Map<number, number>();
  for (const y of dirty)
    for (const from of places.get(after[y]!) ?? []) votes.set(from - y, (votes.get(from - y) ?? 0) + 1);
  return [...votes]
    .filter(([by, count]) => by !== 0 && count >= MIN_KEPT_ROWS)
    .sort((a, b) => b[1] - a[1])
    .slice(0, MAX_TRIED)
    .map(([by]) => by);
}

function bestIn(band: Band, shifts: readonly number[], frames: Frames): BestScroll | undefined {
  let best: BestScroll | undefined;
  for (const by of shifts) {
    const found = moved(band, by, frames);
    if (found.saved > (best?.saved ?? 0)) best = found;
  }
  return best;
}

/**
 * The rows for which a move by this distance saves the most. Seen from the edge at which blank rows come in, the sums
 * are the same up and down: so the rows of a move down are counted from below.
 */
function moved([left, right]: Band, by: number, { old, now }: Frames): BestScroll {
  const distance = Math.abs(by);
  const last = now.length - 1;
  const at = (index: number) => (by > 0 ? index : last - index);
  const changed = now.map((_, index) => differing(old[at(index)]!, now[at(index)]!, left, right));
  // The savings of all rows up to one together if they are blank: such rows come in at the end of the rows that move.
  const blanks: number[] = [];
  for (const [index, count] of changed.entries())
    blanks.push((blanks.at(-1) ?? 0) + count - differing(undefined, now[at(index)]!, left, right));
  let best = { saved: 0, from: 0, to: 0 };
  let run = { saved: 0, from: 0 };
  for (let index = 0; index + distance <= last; index++) {
    run.saved += changed[index]! - differing(old[at(index + distance)]!, now[at(index)]!, left, right);
    const saved = run.saved + blanks[index + distance]! - blanks[index]!;
    // Of two that save as many cells the longer one: its last row is written without a way back to it.
    if (saved > 0 && saved >= best.saved) best = { saved, from: run.from, to: index + distance };
    if (run.saved <= 0) run = { saved: 0, from: index + 1 };
  }
  const [top, bottom] = by > 0 ? [best.from, best.to] : [at(best.to), at(best.from)];
  return { saved: best.saved, scroll: { left, right, top, bottom, by } };
}

/** In how many cells of these columns two rows differ; undefined is a blank row. */
function differing(first: CellRow | undefined, second: CellRow, left: number, right: number): number {
  if (first === second) return 0;
  const end = Math.min(right + 1, Math.max(first?.end ?? 0, second.end));
  let count = 0;
  for (let x = left; x < end; x++) if ((first?.cells[x] ?? BLANK) !== second.cells[x]) count++;
  return count;
}

/** The terminal's contents in a row of the scroll afterwards. */
export function scrolledRow(old: readonly CellRow[], y: number, { left, right, top, bottom, by }: Scroll): CellRow {
  const row = old[y]!;
  if (y < top || y > bottom) return row;
  const from = y + by >= top && y + by <= bottom ? old[y + by] : undefined;
  const cells = row.cells.map((cell, x) => (x < left || x > right ? cell : (from?.cells[x] ?? BLANK)));
  return { cells, end: cells.findLastIndex(cell => cell !== BLANK) + 1, mark: row.mark };
}

/** Bytes that scroll, and the row at whose start the cursor is stored and stands then; UNKNOWN if its place is unknown. */
export interface ScrollWay {
  readonly bytes: string;
  readonly cursorY: number;
}

/**
 * The ways to scroll on a screen of this many columns. The margins are at the screen's edges again afterwards, which
 * moves the cursor. Whole lines are indexed (IND, RI), or deleted and inserted between margins: the Linux console has no
 * SU and SD. From the first row nothing is indexed: the line would go into somebody's scrollback.
 */
export function scrollWays({ left, right, top, bottom, by }: Scroll, columns: number): readonly ScrollWay[] {
  const count = Math.abs(by) === 1 ? '' : Math.abs(by);
  const rows = `\x1b[${top + 1};${bottom + 1}r`;
  const lost = (bytes: string): ScrollWay => ({ bytes: `${rows}${bytes}\x1b[r`, cursorY: UNKNOWN });
  if (right - left + 1 < columns)
    return [lost(`\x1b[${left + 1};${right + 1}s\x1b[${count}${by > 0 ? 'S' : 'T'}\x1b[s`)];
  if (count !== '' || top === 0) return [lost(`\x1b[${top === 0 ? '' : top + 1}H\x1b[${count}${by > 0 ? 'M' : 'L'}`)];
  const cursorY = by > 0 ? bottom : top;
  const index = `\x1b[${cursorY + 1}H\x1b${by > 0 ? 'D' : 'M'}`;
  // The line that came in is often the one to write next.
  return [lost(index), { bytes: `${rows}${index}\x1b7\x1b[r\x1b8`, cursorY }];
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
function bandsOf(old: readonly CellRow[], now: readonly CellRow[], run: readonly number[]): readonly Band[] {
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
function changedColumns(band: Band, old: readonly CellRow[], now: readonly CellRow[], run: readonly number[]): Band {
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
function rowKey(cells: readonly Cell[], left: number, right: number): string {
  let key = '';
  for (let x = left; x <= right; x++) key += cells[x] === BLANK ? ' ' : `${cells[x]!.text}\0${cells[x]!.style}`;
  return key.trimEnd();
}

/** No character is cut by an edge, even on a terminal that draws it wider than we count. */
function isWhole(old: readonly CellRow[], { left, right, top, bottom }: Scroll): boolean {
  const edges = [left, right + 1];
  return old.slice(top, bottom + 1).every(({ cells }) => {
    const isCut = (cell: Cell, x: number) =>
      edges.some(edge => x < edge && x + Math.max(cell.width, cell.reach) > edge);
    return !cells.some(isCut);
  });
}
