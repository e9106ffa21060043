import { type Border, borderAt, type OwnLayout, type Viewport } from '../state/world/viewport.ts';
import type { Pane, World } from '../state/world.ts';

/** A size in cells. */
export interface Size {
  readonly columns: number;
  readonly rows: number;
}

/** The place of one pane, in cells; `columns` includes its blank edges, `rows` its head. */
export interface PaneBox extends Size {
  readonly pane: Pane;
  readonly left: number;
  readonly top: number;
  /** The rows of its head. */
  readonly headRows: number;
}

/** The places of everything on the screen. */
export interface Layout extends Size {
  /** The screen is too small to be of use: a line says so. */
  readonly isTooSmall: boolean;
  /** The detail is below the list; a rule of one row separates them. */
  readonly isStacked: boolean;
  /** From the left, then from above; a wall of one column separates neighbours. */
  readonly panes: readonly PaneBox[];
  /** The inboxes, over the left of a list as wide as the screen, and a wall beside them: the list stays as it is. */
  readonly over: PaneBox | undefined;
  /** The border between list and detail; null unless both are on the screen. */
  readonly border: Border | null;
  /** Rows of all panes together. */
  readonly bodyRows: number;
}

/** The facts that decide the places, besides the size: a world is one. */
export interface Shape extends Pick<World, 'pane' | 'isWide' | 'isStacked' | 'ownLayouts'> {
  /** A box in which the agent writes is open: a list above the detail steps back. */
  readonly isWriting?: boolean;
}

/** From this width on all three panes are shown. */
const THREE_PANES = 100;
/** From this width on two panes are shown. */
const TWO_PANES = 60;
/** From this height on the detail can be below the list. */
const STACKED_FROM_ROWS = 16;
/** The part of the rows that a list above the detail takes, the fewest, and the fewest that it leaves the detail. */
const STACKED_LIST_SHARE = 0.4;
const MIN_STACKED_LIST_ROWS = 4;
const MIN_STACKED_DETAIL_ROWS = 7;
/** While the agent writes, a list above the detail has its head and three rows; on a lower screen it is not shown. */
const WRITING_LIST_ROWS = 4;
const WRITING_LIST_FROM_ROWS = 30;
/** The part of its pane that the thread keeps behind a box with a signature. */
const THREAD_SHARE = 1 / 3;
/** The part of the columns that a list beside the detail takes, without and with the inboxes; the fewest of both. */
const BESIDE_LIST_SHARE = { two: 0.53, three: 0.475 };
const MIN_BESIDE_COLUMNS = 24;
/** Most that a list takes by itself; a longer line is tiring to read. */
const MAX_BESIDE_LIST = 96;
/** A list of this width has 30 cells for a title beside customer, assignee and age; such a detail has 60 for text. */
const ROOMY_LIST = 70;
const ROOMY_DETAIL = 62;
/** From this width on one line says all of a conversation that is below the list; a narrower head has two. */
const ONE_LINE_HEAD = 100;
/** The rule and the footer below the panes. */
export const FOOT_ROWS = 2;
const INBOX_COLUMNS = 20;
/** The customer in a row of a list: a part of its columns, the least and the most. */
const CUSTOMER = { share: 6, least: 10, most: 24 };
/** Marker, mark, state and number stand before the customer. */
const BEFORE_CUSTOMER = 9;
/** A smaller screen is of no use. */
export const MIN_COLUMNS = 30;
export const MIN_ROWS = 8;
/** The blank columns at both sides of a pane. */
const EDGES = 2;
/** Rows of the detail above its messages: title, people, place and tags, a rule. */
const DETAIL_HEAD_ROWS = 4;
/** Longer lines are tiring to read: 100 columns of text, and its gutter. */
const MAX_DETAIL_COLUMNS = 102;

/** Rows of a list without its head and, beside a detail, its tail. */
export function listRowsOf(paneRows: number, isStacked: boolean): number {
  return Math.max(1, paneRows - (isStacked ? 1 : 2));
}

/**
 * The panes of a screen of this size. Their places depend on the size and on whether they are stacked, so that moving
 * between panes shifts nothing as long as all of them fit.
 */
export function layoutOf(size: Size, shape: Shape): Layout {
  const { pane, isWide, isStacked: wantsStack, ownLayouts, isWriting = false } = shape;
  const { columns, rows } = size;
  const bodyRows = Math.max(1, rows - FOOT_ROWS);
  const isStacked = wantsStack && !isWide && canStack(size);
  const whole = { left: 0, top: 0, columns, rows: bodyRows, headRows: 1 };
  const own = ownLayouts[columns] ?? {};
  const usual = isStacked ? borderAbove(bodyRows, own) : borderBeside(columns, own);
  const steppedBack = { ...usual, at: rows < WRITING_LIST_FROM_ROWS ? -1 : Math.min(usual.at, WRITING_LIST_ROWS) };
  const between = isStacked && isWriting ? steppedBack : usual;
  const panes = isStacked ? stacked(whole, between) : isWide ? [boxAt(whole, pane)] : besides(whole, pane, between);
  // It ends where the titles of the list begin.
  const slid = { ...whole, rows: between.at, columns: BEFORE_CUSTOMER + customerColumnsOf(columns) };
  const over = isStacked && pane === 'inboxes' && !isWriting ? boxAt(slid, pane) : undefined;
  const border = ['list', 'detail'].every(one => panes.some(box => box.pane === one)) ? between : null;
  const isTooSmall = columns < MIN_COLUMNS || rows < MIN_ROWS;
  return { columns, rows, isTooSmall, isStacked, panes, over, border, bodyRows };
}

/** Whether a screen of this size has room for the detail below the list. */
function canStack({ columns, rows }: Size): boolean {
  return columns >= TWO_PANES && rows >= STACKED_FROM_ROWS;
}

/** Whether list and detail have room beside each other on a screen of this width. */
export function isRoomy(columns: number): boolean {
  return columns - INBOX_COLUMNS - 1 >= ROOMY_LIST + 1 + ROOMY_DETAIL;
}

type PanePosition = Omit<PaneBox, 'pane' | 'headRows'>;

function boxAt(place: PanePosition, pane: Pane): PaneBox {
  return { ...place, pane, headRows: pane === 'detail' ? DETAIL_HEAD_ROWS : 1 };
}

function stacked(whole: PanePosition, { at }: Border): readonly PaneBox[] {
  const below = { ...whole, top: at + 1, rows: whole.rows - at - 1 };
  const detail: PaneBox = { ...below, pane: 'detail', headRows: whole.columns >= ONE_LINE_HEAD ? 1 : 2 };
  return at > 0 ? [boxAt({ ...whole, rows: at }, 'list'), detail] : [detail];
}

/** The columns of the customer in a row of a list so wide. */
export function customerColumnsOf(columns: number): number {
  return Math.max(CUSTOMER.least, Math.min(CUSTOMER.most, Math.floor(columns / CUSTOMER.share)));
}

function besides(whole: PanePosition, pane: Pane, { at }: Border): readonly PaneBox[] {
  const { columns } = whole;
  if (columns < TWO_PANES) return [boxAt(whole, pane)];
  if (columns < THREE_PANES && pane === 'inboxes') return sideBySide(whole, [INBOX_COLUMNS, 'inboxes', 'list']);
  if (columns < THREE_PANES) return sideBySide(whole, [at, 'list', 'detail']);
  const rest = { ...whole, left: INBOX_COLUMNS + 1, columns: columns - INBOX_COLUMNS - 1 };
  return [boxAt({ ...whole, columns: INBOX_COLUMNS }, 'inboxes'), ...sideBySide(rest, [at, 'list', 'detail'])];
}

/** The rows of a list above the detail, out of the rows of both. */
function borderAbove(rows: number, { stacked: own }: OwnLayout): Border {
  const usual = Math.max(MIN_STACKED_LIST_ROWS, Math.round(rows * STACKED_LIST_SHARE));
  return borderAt(own ?? usual, { least: MIN_STACKED_LIST_ROWS, most: rows - 1 - MIN_STACKED_DETAIL_ROWS });
}

/** The columns of a list beside the detail, on a screen of this width. */
function borderBeside(screen: number, { beside: own }: OwnLayout): Border {
  const hasInboxes = screen >= THREE_PANES;
  const columns = hasInboxes ? screen - INBOX_COLUMNS - 1 : screen;
  const share = Math.round(columns * BESIDE_LIST_SHARE[hasInboxes ? 'three' : 'two']);
  const usual = Math.min(isRoomy(screen) ? Math.max(share, ROOMY_LIST) : share, MAX_BESIDE_LIST);
  return borderAt(own ?? usual, { least: MIN_BESIDE_COLUMNS, most: columns - 1 - MIN_BESIDE_COLUMNS });
}

function sideBySide(whole: PanePosition, [first, left, right]: [first: number, left: Pane, right: Pane]): PaneBox[] {
  return [
    boxAt({ ...whole, columns: first }, left),
    boxAt({ ...whole, left: whole.left + first + 1, columns: whole.columns - first - 1 }, right),
  ];
}

/** The box of a pane on the screen. */
export function boxOf(layout: Layout, pane: Pane): PaneBox | undefined {
  return layout.over?.pane === pane ? layout.over : layout.panes.find(box => box.pane === pane);
}

/** The columns of a detail pane that its text takes. */
export function detailColumnsOf(paneColumns: number): number {
  return Math.max(1, Math.min(paneColumns - EDGES, MAX_DETAIL_COLUMNS));
}

/**
 * The most rows of a box in which the agent writes. Its text grows to half the height, so that the answered message can be
 * read; a few rows of text with a signature may take more, as long as the thread keeps a third.
 */
export function writingRowsOf({ rows, headRows }: Pick<PaneBox, 'rows' | 'headRows'>) {
  const half = Math.floor((rows + FOOT_ROWS) / 2);
  return { half, most: Math.max(half, rows - headRows - Math.round(rows * THREAD_SHARE)) };
}

/** The part of a layout that the keys need. */
export function viewportOf(size: Size, shape: Shape): Viewport {
  // A pane that is not shown is as large as it is while it has the keys, in the window as it is without `w`.
  const boxWith = (pane: Pane) => {
    const layout = layoutOf(size, { ...shape, pane, isWide: shape.isWide && shape.pane === pane });
    return { isStacked: layout.isStacked, ...boxOf(layout, pane)! };
  };
  const layout = layoutOf(size, shape);
  const behind = boxOf(layoutOf(size, { ...shape, pane: 'detail', isWriting: true }), 'detail')!;
  const [list, detail, inboxes] = [boxWith('list'), boxWith('detail'), boxWith('inboxes')];
  return {
    columns: size.columns,
    rows: size.rows,
    listRows: listRowsOf(list.rows, list.isStacked),
    detailRows: Math.max(1, detail.rows - detail.headRows),
    behindRows: Math.max(1, behind.rows - behind.headRows - writingRowsOf(behind).most),
    detailColumns: detailColumnsOf(detail.columns),
    codeColumns: Math.max(1, detail.columns - EDGES),
    inboxRows: Math.max(1, inboxes.rows - 1),
    hasNumbers: hasNumbers(layout),
    canStack: canStack(size),
    border: layout.border,
  };
}

/** The views are named in the inbox pane, or in the head of the list. */
function hasNumbers(layout: Layout): boolean {
  return layout.isStacked || boxOf(layout, 'inboxes') !== undefined;
}

/** The first of `count` rows to draw so that the one at `index` is among `room` rows. It jumps by half a page. */
export function firstShown(index: number, count: number, room: number): number {
  if (count <= room) return 0;
  const half = Math.max(1, Math.floor(room / 2));
  const first = (Math.floor(index / half) - 1) * half;
  return Math.max(0, Math.min(first, count - room));
}
