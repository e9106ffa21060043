import { say } from '../../keys/overlay.ts';
import type { Desk } from '../../state/context.ts';
import { findLineSteps, showLine } from '../../state/detail/find.ts';
import type { DetailLine } from '../../state/detail/line.ts';
import { keepInView } from '../../state/detail/move.ts';
import { inSlices } from '../../state/detail/slices.ts';
import { allOpened, ownOpened, placeFolded, placeUnfolded, withoutFind } from '../../state/detail/unfold.ts';
import { threadOf } from '../../state/visible.ts';
import { safeLine, t } from '../../text/safe.ts';

type Lines = readonly DetailLine[];

/** One search: `isWanted` returns false after another search or another conversation has replaced it. */
interface Search {
  readonly desk: Desk;
  readonly words: string;
  readonly direction: 1 | -1;
  readonly isWanted: () => boolean;
  readonly end: () => void;
}

/**
 * Goes to the next (1) or previous (-1) line of the detail with these words, also in folded passages: it opens the
 * passage that contains them, and folds it again when the search continues or ends. Keys are served while a long
 * conversation is searched.
 */
export function findIn(desk: Desk, words: string, direction: 1 | -1): void {
  const { conversationId } = desk.world().detail;
  const read = desk.reads.begin('find');
  const isWanted = (): boolean => {
    if (desk.world().detail.conversationId !== conversationId) read.end();
    return read.isCurrent();
  };
  look({ desk, words, direction, isWanted, end: read.end });
}

function look(search: Search): void {
  const { desk, words, direction, isWanted } = search;
  const lines = desk.detailLines();
  const opened = allOpened(desk.world().detail.opened, lines);
  prepare(search, opened, () => {
    const all = desk.detailLines(opened);
    const found = (at: number): void => {
      // If a message arrived meanwhile, the lines have changed.
      if (lines !== desk.detailLines()) look(search);
      else if (at === -1) prepare(search, desk.world().detail.opened, () => sayMissing(search));
      else reveal(search, lines, all, at);
    };
    inSlices(findLineSteps(all, words, startOf(search, lines, all), direction), desk.setTimer, found, isWanted);
  });
}

/** The search continues from the line found last; without one, from the lines in view. */
function startOf({ desk, words, direction }: Search, lines: Lines, all: Lines): number {
  const { detail, viewport } = desk.world();
  const from = detail.find?.words === words ? detail.find.line : null;
  if (from !== null) return placeUnfolded(lines, all, from);
  if (direction === 1) return placeUnfolded(lines, all, detail.top) - 1;
  return placeUnfolded(lines, all, Math.min(lines.length, detail.top + viewport.detailRows));
}

/** Shows a line of `all`; opens only the folded passage that contains it. */
function reveal(search: Search, lines: Lines, all: Lines, at: number): void {
  const { desk, words } = search;
  const own = ownOpened(desk.world().detail);
  const holder = all[at]?.foldKey ?? null;
  const foldKey = holder === null || own.has(holder) ? null : holder;
  const isSame = foldKey === (desk.world().detail.find?.foldKey ?? null);
  const opened = isSame ? desk.world().detail.opened : foldKey === null ? own : new Set([...own, foldKey]);
  prepare(search, opened, () => {
    if (lines !== desk.detailLines()) return look(search);
    search.end();
    const shown = desk.detailLines(opened);
    const { detail, viewport } = desk.world();
    const find = { words, line: placeFolded(all, shown, at), foldKey };
    desk.set({ detail: showLine({ ...detail, opened }, shown, find, viewport.detailRows), notice: null });
  });
}

/** Works out the lines of the conversation with these passages opened, while keys are served. */
function prepare({ desk, isWanted }: Search, opened: ReadonlySet<string>, done: () => void): void {
  const { conversationId } = desk.world().detail;
  const thread = conversationId === null ? undefined : threadOf(desk.world(), conversationId);
  if (thread) desk.prepareLines({ thread, opened }, done, isWanted);
  else done();
}

/** Ends a search: folds the passage that it opened, and keeps the entry in view. */
export function endFind(desk: Desk): void {
  desk.set({ detail: withoutFind(desk.world().detail), notice: null });
  const { detail, viewport } = desk.world();
  desk.set({ detail: keepInView(detail, desk.detailLines(), viewport.detailRows) });
}

function sayMissing({ desk, words, end }: Search): void {
  end();
  const isPart = desk.detailLines().some(({ role }) => role === 'more');
  const where = isPart
    ? t`is not in the loaded messages · gg Enter reads earlier messages`
    : t`is not in the part shown`;
  say(desk, t`“${safeLine(words)}” ${where}`);
}
