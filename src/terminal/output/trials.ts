import { UNKNOWN } from './moves.ts';
import type { Compared, Upright } from './uprights.ts';

/** One way to draw the rows that differ. */
export interface Trial {
  readonly order: readonly number[];
  /** The column at which places are stored in the terminal, or `UNKNOWN`. */
  readonly keepAt: number;
  /** In rows: see `Pen`. */
  readonly keepEvery: number;
  /** Drawn on their own, after the rows. */
  readonly uprights: readonly Upright[];
}

/** With at most this many rows to draw, several orders are tried for the cheapest. */
const MAX_ORDERED_ROWS = 6;

/** From this many rows on, storing a place in the terminal is tried. */
const MIN_KEEPING_ROWS = 4;
/** In this many columns. */
const MAX_KEPT_COLUMNS = 3;
/** At ten rows from the stored place, the way back takes one more digit. */
const FAR_ROWS = 10;
/** From the third row on, the way back costs as much as a nearer place and storing it. */
const NEAR_ROWS = 3;

/** The orders to try first, and for many rows whether storing a place at their first column pays. */
export function firstTrials(compared: Compared, isFirstFrame: boolean): readonly Trial[] {
  const { dirty, parkedY } = compared;
  const by = (order: readonly number[], keepAt = UNKNOWN) => ({ order, keepAt, keepEvery: FAR_ROWS, uprights: [] });
  const plain = orders(dirty, parkedY).map(order => by(order));
  if (dirty.length < MIN_KEEPING_ROWS) return plain;
  const starts = commonStarts(compared);
  // For first frames of four sizes and four help centers no other way was shorter by more than two bytes, and each takes
  // its time of a start.
  if (isFirstFrame) return [by(dirty, starts[0])];
  const both = [dirty, dirty.toReversed()];
  return [...plain, ...starts.flatMap(keepAt => both.map(order => by(order, keepAt)))];
}

/** The same way with places stored closer to each other. */
export function keepingNear(trial: Trial): Trial {
  return { ...trial, keepEvery: NEAR_ROWS };
}

/** The columns in which most of the changed rows begin to differ: that of a head, and that of text after a gutter. */
function commonStarts({ old, now, dirty }: Compared): number[] {
  const counts = new Map<number, number>();
  for (const y of dirty) {
    const shown = old[y]!.cells;
    const start = now[y]!.cells.findIndex((cell, x) => cell !== shown[x]);
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
