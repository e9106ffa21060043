import type { Desk } from '../state/desk.ts';
import type { OpenBox } from '../state/world/open-box.ts';
import type { World } from '../state/world.ts';
import { replaceBox, viewOf } from './flow.ts';
import { withPart } from './list-state.ts';
import type { PagePart } from './parts.ts';

type Page = PagePart<unknown, unknown>;

const STEPS: Readonly<Record<string, number>> = {
  j: 1,
  down: 1,
  k: -1,
  up: -1,
  'ctrl-d': 10,
  pgdn: 20,
  'ctrl-u': -10,
  pgup: -20,
  home: Number.NEGATIVE_INFINITY,
  end: Number.POSITIVE_INFINITY,
  G: Number.POSITIVE_INFINITY,
};
const MAX_COLUMNS = 100;
const EDGE_COLUMNS = 4;
const EDGE_ROWS = 6;
/** The title and the foot. */
const PLAIN_EDGE_ROWS = 2;

/** The rows of a page and their columns, on a screen of this size. */
export function pageSize({ columns, rows }: Pick<World['viewport'], 'columns' | 'rows'>, { fills }: Page) {
  if (fills) return { columns, rows: Math.max(1, rows - PLAIN_EDGE_ROWS) };
  return { columns: Math.min(MAX_COLUMNS, columns - EDGE_COLUMNS), rows: Math.max(1, rows - EDGE_ROWS) };
}

const MIN_LONG_ROWS = 8;

/** The rows of a box with a long list: over a slow link half of the screen, otherwise two thirds. */
export function longRows({ viewport: { rows }, link }: World): number {
  return Math.min(rows - 4, Math.max(MIN_LONG_ROWS, Math.round(rows * (link === 'fast' ? 2 / 3 : 1 / 2))));
}

/** All lines of an open page, and the first one that is shown: no page stays half empty if it can be filled. */
export function pageLines(world: World, open: OpenBox, part: Page, size = pageSize(world.viewport, part)) {
  const state = open.state.parts[open.state.at];
  const lines = part.lines(viewOf(world, open), size.columns);
  const top = state?.kind === 'page' ? state.top : 0;
  return { lines, top: filled(lines, top, size.rows) };
}

function filled(lines: readonly unknown[], top: number, rows: number): number {
  return Math.max(0, Math.min(lines.length - rows, top));
}

/** Scrolls a page that is read. */
export function scroll(desk: Desk, open: OpenBox, part: Page, key: string): void {
  const step = STEPS[key];
  if (step === undefined) return;
  const size = pageSize(desk.world().viewport, part);
  const { lines, top } = pageLines(desk.world(), open, part, size);
  replaceBox(desk, withPart(open, { kind: 'page', top: filled(lines, top + step, size.rows) }));
}
