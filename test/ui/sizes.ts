import type { Pane } from '../../src/state/world.ts';

/** The sizes of terminal at which the whole screen is looked at. */
export const SIZES = [
  { columns: 200, rows: 50 },
  { columns: 120, rows: 36 },
  { columns: 80, rows: 24 },
  { columns: 60, rows: 20 },
  { columns: 40, rows: 12 },
];

/** The panes that the keys can be in. */
export const PANES: readonly Pane[] = ['inboxes', 'list', 'detail'];
