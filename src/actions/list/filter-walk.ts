import { MAX_SEARCH_LENGTH } from '../../contract/schema.ts';
import { replaceOverlay, say, topOverlay } from '../../keys/overlay.ts';
import type { Desk } from '../../state/context.ts';
import type { FieldOverlay, Walk } from '../../state/overlay.ts';
import { filledIn, type Tab, tabAt } from '../../state/query/complete.ts';
import { pieceAt } from '../../state/query/tokens.ts';
import { takesMore } from '../../state/query/values.ts';
import { findTags } from '../../state/sync/places.ts';
import { t } from '../../text/safe.ts';

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
  if (tab === undefined) void findMore(desk, overlay, step);
  else take(desk, overlay, tab, step);
}

function take(desk: Desk, overlay: FieldOverlay, tab: Tab, step: 1 | -1): void {
  if ('draft' in tab) {
    replaceOverlay(desk, { ...overlay, draft: tab.draft, walk: undefined });
    return;
  }
  const drafts = tab.texts.map(text => filledIn(overlay.draft, tab, text));
  walkTo(desk, overlay, { by: 'tab', from: overlay.draft, drafts, index: step === 1 ? 0 : drafts.length - 1 });
}

/** Asks the help center for a tag that is not known here; other values are all known. */
async function findMore(desk: Desk, overlay: FieldOverlay, step: 1 | -1): Promise<void> {
  const { key, value, isNegative } = pieceAt(overlay.draft.text, overlay.draft.cursor);
  const part = value.trim().slice(0, MAX_SEARCH_LENGTH);
  if (key !== 'tag' || part === '' || (isNegative && !takesMore(desk.world()))) return;
  const problem = await findTags(desk, part);
  if (topOverlay(desk.world()) !== overlay) return;
  const tab = tabAt(overlay.draft, desk.world());
  if (tab !== undefined) take(desk, overlay, tab, step);
  else say(desk, problem === undefined ? t`No tag begins with that.` : t`Tags not read: ${problem}`);
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
