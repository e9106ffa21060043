import type { Desk } from '../state/context.ts';
import { keepInView } from '../state/detail.ts';
import { moveCursor } from '../state/list.ts';
import { viewportOf } from './layout.ts';

/** The size of what is drawn on; a terminal that says nothing counts as 80x24. */
export interface Screen {
  readonly columns?: number | undefined;
  readonly rows?: number | undefined;
}

/** Fits the world to the screen: how much of each pane is seen, with cursor and entry still in view, and no row hidden above an empty one. */
export function fitScreen(desk: Desk, screen: Screen): void {
  const { pane, isWide, viewport } = desk.world();
  const size = { columns: screen.columns || 80, rows: screen.rows || 24 };
  const fitted = viewportOf(size, pane, isWide);
  if (JSON.stringify(fitted) === JSON.stringify(viewport)) return;
  desk.set({ viewport: fitted });
  const { list, detail } = desk.world();
  const lowest = Math.max(0, list.rows.length - fitted.listRows);
  desk.set({
    list: moveCursor({ ...list, top: Math.min(list.top, lowest) }, 0, fitted.listRows),
    detail: keepInView(detail, desk.detailLines(), fitted.detailRows),
  });
}
