import type { Pane, Viewport } from '../state/world.ts';

/** A size in cells. */
export interface Size {
  readonly columns: number;
  readonly rows: number;
}

/** The place of one pane, in cells; `columns` includes its blank edges. */
export interface PaneBox {
  readonly pane: Pane;
  readonly left: number;
  readonly columns: number;
}

/** The places of everything on the screen. */
export interface Layout extends Size {
  /** The screen is too small to be of use: a line says so. */
  readonly isTooSmall: boolean;
  /** From the left; a wall of one column separates neighbours. */
  readonly panes: readonly PaneBox[];
  /** Rows of every pane, including its head. */
  readonly bodyRows: number;
}

/** From this width on all three panes are shown. */
const THREE_PANES = 100;
/** From this width on two panes are shown. */
const TWO_PANES = 60;
/** From this width on the list shows tags. */
export const TAGS_FROM = 140;
/** The rule and the footer below the panes. */
const FOOT_ROWS = 2;
const INBOX_COLUMNS = 20;
/** A smaller screen is of no use. */
export const MIN_COLUMNS = 30;
export const MIN_ROWS = 8;
/** The blank columns at both sides of a pane. */
const EDGES = 2;
/** Rows of the detail above its messages: title, people, place and tags, a rule. */
export const DETAIL_HEAD_ROWS = 4;

/** Rows of a pane without its head and tail. */
export function listRowsOf(bodyRows: number): number {
  return Math.max(1, bodyRows - 2);
}

/**
 * The panes of a screen of this size while `pane` has the keys. Widths depend on the size alone, so that moving between
 * panes shifts nothing as long as all of them fit.
 */
export function layoutOf(size: Size, pane: Pane, isWide: boolean): Layout {
  const { columns, rows } = size;
  return {
    columns,
    rows,
    isTooSmall: columns < MIN_COLUMNS || rows < MIN_ROWS,
    panes: isWide ? [{ pane, left: 0, columns }] : panesOf(columns, pane),
    bodyRows: Math.max(1, rows - FOOT_ROWS),
  };
}

function panesOf(columns: number, pane: Pane): readonly PaneBox[] {
  if (columns < TWO_PANES) return [{ pane, left: 0, columns }];
  if (columns < THREE_PANES) {
    if (pane === 'inboxes') return sideBySide(columns, [INBOX_COLUMNS, 'inboxes', 'list']);
    return sideBySide(columns, [Math.round(columns * 0.53), 'list', 'detail']);
  }
  const rest = columns - INBOX_COLUMNS - 1;
  const list = Math.min(Math.round(rest * 0.475), 96);
  const [inboxes] = sideBySide(columns, [INBOX_COLUMNS, 'inboxes', 'list']);
  const [first, second] = sideBySide(rest, [list, 'list', 'detail']);
  return [inboxes!, { ...first!, left: INBOX_COLUMNS + 1 }, { ...second!, left: second!.left + INBOX_COLUMNS + 1 }];
}

function sideBySide(columns: number, [first, left, right]: [first: number, left: Pane, right: Pane]): PaneBox[] {
  return [
    { pane: left, left: 0, columns: first },
    { pane: right, left: first + 1, columns: columns - first - 1 },
  ];
}

/** The box of a pane on the screen. */
export function boxOf(layout: Layout, pane: Pane): PaneBox | undefined {
  return layout.panes.find(box => box.pane === pane);
}

/** The part of a layout that the keys need. */
export function viewportOf(size: Size, pane: Pane, isWide: boolean): Viewport {
  const { bodyRows } = layoutOf(size, pane, isWide);
  const isDetailWide = isWide && pane === 'detail';
  const detail = boxOf(layoutOf(size, 'detail', isDetailWide), 'detail');
  return {
    columns: size.columns,
    rows: size.rows,
    listRows: listRowsOf(bodyRows),
    detailRows: Math.max(1, bodyRows - DETAIL_HEAD_ROWS),
    detailColumns: Math.max(1, (detail?.columns ?? size.columns) - EDGES),
    inboxRows: Math.max(1, bodyRows - 1),
  };
}

/** The first of `count` rows to draw so that the one at `index` is among `room` rows. It jumps by half a page. */
export function firstShown(index: number, count: number, room: number): number {
  if (count <= room) return 0;
  const half = Math.max(1, Math.floor(room / 2));
  const first = (Math.floor(index / half) - 1) * half;
  return Math.max(0, Math.min(first, count - room));
}
