import type { Desk } from '../state/desk.ts';
import type { FieldOverlay, Walk } from '../state/overlay.ts';
import { filledIn, type Tab } from '../state/query/complete.ts';
import { replaceOverlay } from './overlay.ts';

/** Goes on through the texts of a field that Tab walks through already; returns whether it does. */
export function walkOn(desk: Desk, overlay: FieldOverlay, step: 1 | -1): boolean {
  const { walk } = overlay;
  if (walk?.by !== 'tab') return false;
  const count = walk.drafts.length;
  walkTo(desk, overlay, { ...walk, index: (walk.index + step + count) % count });
  return true;
}

/** Fills in what Tab completes for certain, or begins to walk through what it may become. */
export function fillIn(desk: Desk, overlay: FieldOverlay, tab: Tab, step: 1 | -1): void {
  if ('draft' in tab) {
    replaceOverlay(desk, { ...overlay, draft: tab.draft, walk: undefined });
    return;
  }
  const drafts = tab.texts.map(text => filledIn(overlay.draft, tab, text));
  walkTo(desk, overlay, { by: 'tab', from: overlay.draft, drafts, index: step === 1 ? 0 : drafts.length - 1 });
}

/** Shows the text at the index of a walk. */
export function walkTo(desk: Desk, overlay: FieldOverlay, walk: Walk): void {
  replaceOverlay(desk, { ...overlay, walk, draft: walk.drafts[walk.index] ?? overlay.draft });
}
