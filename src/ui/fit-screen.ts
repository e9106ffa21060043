import type { Desk } from '../state/desk.ts';
import { roomOf } from '../state/detail/line-cache.ts';
import { keepInView } from '../state/detail/move.ts';
import { fullWindow, moveCursor } from '../state/list/cursor.ts';
import { threadOf } from '../state/visible.ts';
import type { Viewport } from '../state/world/viewport.ts';
import type { World } from '../state/world.ts';
import { isRoomy, type Size, viewportOf } from './layout.ts';

/** The size of the output; a terminal that reports none counts as 80x24. */
export interface ScreenSize {
  readonly columns?: number | undefined;
  readonly rows?: number | undefined;
}

/**
 * Fits the world to the screen: how much of each pane is seen, with the cursor and the entry in view, and no row hidden
 * above an empty one.
 */
export function fitScreen(desk: Desk, screen: ScreenSize): void {
  const { viewport } = desk.world();
  const fitted = viewportOf(sizeOf(screen), desk.world());
  const fit = desk.reads.begin('fit');
  if (JSON.stringify(fitted) === JSON.stringify(viewport)) {
    fit.end();
    return;
  }
  const { conversationId, opened } = desk.world().detail;
  const thread = conversationId === null ? undefined : threadOf(desk.world(), conversationId);
  let isPrepared = false;
  const whole = (): void => {
    isPrepared = true;
    fit.end();
    put(desk, fitted);
  };
  if (thread)
    desk.prepareLines({ thread, opened, room: roomOf({ ...desk.world(), viewport: fitted }) }, whole, fit.isCurrent);
  else whole();
  // Long texts keep their old lines until they are wrapped again.
  if (!isPrepared) put(desk, { ...fitted, detailColumns: viewport.detailColumns, codeColumns: viewport.codeColumns });
}

/** Does both; before the first list is read, so that its page is as long as the window. */
export function fitDesk(desk: Desk, screen: ScreenSize): void {
  arrange(desk, screen);
  fitScreen(desk, screen);
}

/** Does both when the agent goes elsewhere or rearranges the panes. Returns a function that stops it. */
export function followShape(desk: Desk, screen: ScreenSize): () => void {
  return desk.store.subscribe((world, before) => {
    if (isElsewhere(world, before)) arrange(desk, screen);
    if (isReshaped(world, before)) fitScreen(desk, screen);
  });
}

/** Stacks list and detail, or puts them side by side, as the agent's choice, the width and the link say now. */
function arrange(desk: Desk, screen: ScreenSize): void {
  const { layout, ownLayouts, link, isStacked } = desk.world();
  const { columns } = sizeOf(screen);
  const choice = ownLayouts[columns]?.way ?? layout;
  const isWanted = choice === 'auto' ? link === 'slow' || !isRoomy(columns) : choice === 'stacked';
  if (isWanted !== isStacked) desk.set({ isStacked: isWanted });
}

/** Whether the agent has gone to another place: only then may a link that has changed move the panes. */
function isElsewhere(world: World, before: World): boolean {
  return world.pane !== before.pane || world.list.query !== before.list.query || world.ownLayouts !== before.ownLayouts;
}

const SHAPE = ['pane', 'isWide', 'isStacked', 'ownLayouts'] as const;

/** Whether the panes are at other places than before. */
function isReshaped(world: World, before: World): boolean {
  return SHAPE.some(part => world[part] !== before[part]);
}

function sizeOf({ columns, rows }: ScreenSize): Size {
  return { columns: columns || 80, rows: rows || 24 };
}

function put(desk: Desk, viewport: Viewport): void {
  desk.set({ viewport });
  const { list, detail } = desk.world();
  desk.set({
    list: moveCursor(fullWindow({ list, viewport }), 0, viewport.listRows),
    detail: keepInView(detail, desk.detailLines(), viewport.detailRows),
  });
}
