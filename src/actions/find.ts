import type { Desk } from '../state/context.ts';
import { findLineSteps, foldedIn, showLine } from '../state/find.ts';
import { inSlices } from '../state/slices.ts';
import { threadOf } from '../state/visible.ts';
import { safeLine, t } from '../text/safe.ts';
import { say } from './overlay.ts';

/**
 * Goes to the next (1) or previous (-1) line of the detail with these words; where none is shown, folded passages are
 * opened to look into. Keys are served while a long conversation is looked through; another search, or another
 * conversation, ends this one.
 */
export function findIn(desk: Desk, words: string, direction: 1 | -1): void {
  const { detail, viewport } = desk.world();
  const { conversationId } = detail;
  const read = desk.reads.begin('find');
  const isWanted = (): boolean => {
    if (desk.world().detail.conversationId !== conversationId) read.end();
    return read.isCurrent();
  };
  // The line found last is where the next search begins; else what is in view comes first.
  const from = detail.find?.words === words ? detail.find.line : null;
  const start = from ?? (direction === 1 ? detail.top - 1 : detail.top + viewport.detailRows);
  const look = (orElse: () => void): void => {
    const lines = desk.detailLines();
    const found = (at: number): void => {
      // The lines are other ones where a message came meanwhile.
      if (lines !== desk.detailLines()) look(orElse);
      else if (at === -1) orElse();
      else {
        read.end();
        const { detail: now, viewport: room } = desk.world();
        desk.set({ detail: showLine(now, lines, at, words, room.detailRows), notice: null });
      }
    };
    inSlices(findLineSteps(lines, words, start, direction), desk.setTimer, found, isWanted);
  };
  const open = (opened: ReadonlySet<string>): void => desk.set({ detail: { ...desk.world().detail, opened } });
  look(() => {
    const opened = new Set([...detail.opened, ...foldedIn(desk.detailLines())]);
    const lookInside = (): void => {
      open(opened);
      look(() => {
        read.end();
        open(detail.opened);
        sayMissing(desk, words);
      });
    };
    const thread = conversationId === null ? undefined : threadOf(desk.world(), conversationId);
    if (thread) desk.prepareLines({ thread, opened }, lookInside, isWanted);
    else lookInside();
  });
}

function sayMissing(desk: Desk, words: string): void {
  const isPart = desk.detailLines().some(({ role }) => role === 'more');
  const where = isPart
    ? t`is not in what is loaded · gg Enter reads earlier messages`
    : t`is not in what is shown of the conversation`;
  say(desk, t`“${safeLine(words)}” ${where}`);
}
