import { replaceOverlay } from '../../keys/overlay.ts';
import type { Desk } from '../../state/context.ts';
import type { FieldOverlay, Walk } from '../../state/overlay.ts';
import { filledIn, tabAt } from '../../state/query/complete.ts';

/** The most lines that are kept. */
const MAX_LINES = 50;

/** Completes the piece before the cursor; if it can become several, goes through them. */
export function completeFilter(desk: Desk, overlay: FieldOverlay, step: 1 | -1): void {
  const { walk, draft } = overlay;
  if (walk?.by === 'tab') {
    const count = walk.drafts.length;
    walkTo(desk, overlay, { ...walk, index: (walk.index + step + count) % count });
    return;
  }
  const tab = tabAt(draft, desk.world());
  if (tab === undefined) return;
  if ('draft' in tab) {
    replaceOverlay(desk, { ...overlay, draft: tab.draft, walk: undefined });
    return;
  }
  const drafts = tab.texts.map(text => filledIn(draft, tab, text));
  walkTo(desk, overlay, { by: 'tab', from: draft, drafts, index: step === 1 ? 0 : drafts.length - 1 });
}

/** Goes through the earlier lines; the one being typed is the last of them. */
export function recallFilter(desk: Desk, overlay: FieldOverlay, step: 1 | -1): void {
  const walk = overlay.walk?.by === 'arrows' ? overlay.walk : walkOfLines(desk, overlay);
  const index = Math.max(0, Math.min(walk.drafts.length - 1, walk.index + step));
  if (index !== walk.index) walkTo(desk, overlay, { ...walk, index });
}

function walkOfLines(desk: Desk, { draft }: FieldOverlay): Walk {
  const typed = draft.text.trim();
  const earlier = desk.world().filterLines.filter(line => line !== typed);
  const drafts = [...earlier.map(text => ({ text, cursor: text.length })), draft];
  return { by: 'arrows', from: draft, drafts, index: earlier.length };
}

function walkTo(desk: Desk, overlay: FieldOverlay, walk: Walk): void {
  replaceOverlay(desk, { ...overlay, walk, draft: walk.drafts[walk.index] ?? overlay.draft });
}

/** Keeps a line for ↑; one that is kept already becomes the newest. */
export function keepLine(desk: Desk, text: string): void {
  const line = text.trim();
  if (line === '') return;
  const others = desk.world().filterLines.filter(other => other !== line);
  desk.set({ filterLines: [...others, line].slice(-MAX_LINES) });
}
