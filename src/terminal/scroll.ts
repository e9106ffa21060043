import { BLANK, type Cell } from './cells.ts';
import type { Row } from './row.ts';

/** A part of the screen whose content moves: columns and rows of its first and last cell, and up by how many rows. */
export interface Scroll {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
  /** Negative: down. */
  readonly by: number;
}

/** Fewer rows than this that are found again do not pay for setting the margins (24 bytes). */
const MIN_KEPT_ROWS = 3;

/**
 * The rectangle in which most of what is to change has only moved up or down, if there is one; whether it pays is for
 * the caller to work out. Only for terminals with left and right margins: a list beside a detail moves on its own.
 */
export function findScroll(old: readonly Row[], now: readonly Row[], dirty: readonly number[]): Scroll | undefined {
  const run = longestRun(dirty);
  if (run.length <= MIN_KEPT_ROWS) return undefined;
  const [left, right] = changedColumns(old, now, run);
  if (right <= left) return undefined;
  const [before, after] = [old, now].map(rows => rows.map(({ cells }) => keyOf(cells, left, right))) as [
    string[],
    string[],
  ];
  const by = likeliestShift(before, after, run);
  if (by === 0) return undefined;
  const scroll = grown({ left, right, top: run[0]!, bottom: run.at(-1)!, by }, before, after);
  return isWhole(old, scroll) ? scroll : undefined;
}

/** What the terminal shows in a row of the scroll afterwards. */
export function scrolledRow(old: readonly Row[], y: number, { left, right, top, bottom, by }: Scroll): Row {
  const row = old[y]!;
  if (y < top || y > bottom) return row;
  const from = y + by >= top && y + by <= bottom ? old[y + by] : undefined;
  const cells = row.cells.map((cell, x) => (x < left || x > right ? cell : (from?.cells[x] ?? BLANK)));
  return { cells, end: cells.findLastIndex(cell => cell !== BLANK) + 1, mark: row.mark };
}

/** The bytes that scroll; nobody knows afterwards where the cursor is, and the margins are the screen's edges again. */
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

/** The first and the last column in which any of these rows changes. */
function changedColumns(old: readonly Row[], now: readonly Row[], run: readonly number[]): [number, number] {
  let [left, right] = [Number.POSITIVE_INFINITY, -1];
  for (const y of run) {
    const [before, after] = [old[y]!.cells, now[y]!.cells];
    const differs = (cell: Cell, x: number) => cell !== before[x];
    const first = after.findIndex(differs);
    if (first < 0) continue;
    left = Math.min(left, first);
    right = Math.max(right, after.findLastIndex(differs));
  }
  return [left, right];
}

/** Equal for equal cells; one that is empty is the empty string. */
function keyOf(cells: readonly Cell[], left: number, right: number): string {
  let key = '';
  for (let x = left; x <= right; x++) key += cells[x] === BLANK ? ' ' : `${cells[x]!.text}\0${cells[x]!.style}`;
  return key.trimEnd();
}

/** By how many rows most rows that are not empty have moved; 0 where too few have. */
function likeliestShift(before: readonly string[], after: readonly string[], run: readonly number[]): number {
  const votes = new Map<number, number>();
  const places = new Map<string, number[]>();
  for (const y of run) if (before[y] !== '') places.set(before[y]!, [...(places.get(before[y]!) ?? []), y]);
  for (const y of run)
    for (const from of places.get(after[y]!) ?? []) votes.set(from - y, (votes.get(from - y) ?? 0) + 1);
  votes.delete(0);
  const [by, count] = [...votes].reduce((most, vote) => (vote[1] > most[1] ? vote : most), [0, 0]);
  return count >= MIN_KEPT_ROWS ? by : 0;
}

/** Rows that look the same before and after may belong to it all the same, as a pair of empty lines does. */
function grown(scroll: Scroll, before: readonly string[], after: readonly string[]): Scroll {
  const { by } = scroll;
  let { top, bottom } = scroll;
  const fits = (y: number) => before[y + Math.max(0, by)] === after[y + Math.max(0, -by)];
  while (top > 0 && top - 1 + Math.abs(by) <= bottom && fits(top - 1)) top--;
  while (bottom + 1 < before.length && bottom + 1 - Math.abs(by) >= top && fits(bottom + 1 - Math.abs(by))) bottom++;
  return { ...scroll, top, bottom };
}

/** No character is cut by an edge, not even on a terminal that draws it wider than we count. */
function isWhole(old: readonly Row[], { left, right, top, bottom }: Scroll): boolean {
  const edges = [left, right + 1];
  return old.slice(top, bottom + 1).every(({ cells }) => {
    const isCut = (cell: Cell, x: number) =>
      edges.some(edge => x < edge && x + Math.max(cell.width, cell.reach) > edge);
    return !cells.some(isCut);
  });
}
