import { type Tab, withFilled } from '../state/query/complete.ts';
import type { TypedText, Walk } from '../state/world/open-box.ts';

/** The next text of those that Tab walks through already; undefined if it does not. */
export function walkOn({ walk }: TypedText, step: 1 | -1): TypedText | undefined {
  if (walk?.by !== 'tab') return undefined;
  const count = walk.drafts.length;
  return walkTo({ ...walk, index: (walk.index + step + count) % count });
}

/** Fills in what Tab completes for certain, or begins to walk through what it may become. */
export function fillIn({ draft }: TypedText, tab: Tab, step: 1 | -1): TypedText {
  if ('draft' in tab) return { draft: tab.draft };
  const drafts = tab.texts.map(text => withFilled(draft, tab, text));
  return walkTo({ by: 'tab', from: draft, drafts, index: step === 1 ? 0 : drafts.length - 1 });
}

/** The text at the index of a walk. */
export function walkTo(walk: Walk): TypedText {
  return { draft: walk.drafts[walk.index] ?? walk.from, walk };
}
