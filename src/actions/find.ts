import type { Desk } from '../state/context.ts';
import { findLine, foldedIn, showLine } from '../state/find.ts';
import { safeLine, t } from '../text/safe.ts';
import { say } from './overlay.ts';

/**
 * Goes to the next (1) or previous (-1) line of the detail with these words; where none is shown, folded passages are
 * opened to look into.
 */
export function findIn(desk: Desk, words: string, direction: 1 | -1): void {
  const { detail, viewport } = desk.world();
  // The line found last is where the next search begins; else what is in view comes first.
  const from = detail.find?.words === words ? detail.find.line : null;
  const start = from ?? (direction === 1 ? detail.top - 1 : detail.top + viewport.detailRows);
  const go = (): boolean => {
    const lines = desk.detailLines();
    const at = lines.length === 0 ? -1 : findLine(lines, words, start, direction);
    if (at === -1) return false;
    desk.set({ detail: showLine(desk.world().detail, lines, at, words, viewport.detailRows), notice: null });
    return true;
  };
  if (go()) return;
  const folded = foldedIn(desk.detailLines());
  desk.set({ detail: { ...detail, opened: new Set([...detail.opened, ...folded]) } });
  if (go()) return;
  desk.set({ detail });
  const isPart = desk.detailLines().some(({ role }) => role === 'more');
  const where = isPart
    ? t`is not in what is loaded · gg Enter reads earlier messages`
    : t`is not in what is shown of the conversation`;
  say(desk, t`“${safeLine(words)}” ${where}`);
}
