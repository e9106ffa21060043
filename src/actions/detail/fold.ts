import type { Action } from '../../keys/action.ts';
import { say } from '../../keys/overlay.ts';
import type { Desk } from '../../state/context.ts';
import { allOpened, placeFolded, placesUnfolded } from '../../state/detail/find.ts';
import { keepInView } from '../../state/detail/move.ts';
import { threadOf } from '../../state/visible.ts';
import { t } from '../../text/safe.ts';

export const detailFold: Action<'detail.fold'> = {
  id: 'detail.fold',
  title: t`Fold or unfold all`,
  help: t`Opens all quotations and signatures, or folds them all`,
  scope: 'detail',
  keys: ['-'],
  words: ['quote', 'signature', 'expand', 'collapse'],
  unavailable: ({ detail }) => (detail.conversationId === null ? t`No conversation is open.` : undefined),
  run: foldAll,
};

/** Opens all that is folded; if nothing is, folds all. The first line in view stays first. */
function foldAll(desk: Desk): void {
  const { detail } = desk.world();
  const thread = detail.conversationId === null ? undefined : threadOf(desk.world(), detail.conversationId);
  const lines = desk.detailLines();
  if (!thread || lines.every(({ foldKey }) => foldKey === null)) {
    say(desk, t`Nothing in this conversation can be folded.`);
    return;
  }
  const all = allOpened(detail.opened, lines);
  const isOpening = all !== detail.opened;
  const opened = isOpening ? all : new Set<string>();
  desk.prepareLines({ thread, opened }, () => {
    if (lines !== desk.detailLines()) return;
    const shown = desk.detailLines(opened);
    const place = placesUnfolded(lines, isOpening ? shown : lines)[desk.world().detail.top] ?? 0;
    const top = isOpening ? place : placeFolded(shown, lines, place);
    const { detail: now, viewport } = desk.world();
    // A search folds nothing that the agent has opened or folded.
    const find = now.find && { ...now.find, line: null, foldKey: null };
    desk.set({ detail: keepInView({ ...now, opened, top, find }, shown, viewport.detailRows), notice: null });
  });
}
