import type { Action } from '../../keys/action.ts';
import { begin } from '../../keys/flow.ts';
import { lineFlow } from '../../keys/one-box.ts';
import { say } from '../../keys/overlay.ts';
import type { Desk } from '../../state/desk.ts';
import {
  firstMatchFrom,
  matchSteps,
  ownOpened,
  placeFolded,
  placesUnfolded,
  showLine,
  withoutFind,
} from '../../state/detail/find.ts';
import type { DetailLine, Opened } from '../../state/detail/line.ts';
import { keepInView } from '../../state/detail/move.ts';
import { inSlices } from '../../state/detail/slices.ts';
import { threadOf } from '../../state/visible.ts';
import { whyNotAsked } from '../../state/world/offline.ts';
import type { Match } from '../../state/world/text-search.ts';
import { type SafeText, safeLine, t } from '../../text/safe.ts';
import { readWhole } from '../conversation/read-whole.ts';
import { whyNoneOpen } from '../conversation/targets.ts';

const find = lineFlow({
  id: 'detail.find',
  title: () => t`Find in the conversation`,
  verb: t`find`,
  answer: (desk, text) => {
    // As in a pager: an empty search repeats the last one.
    const words = text.trim() || (desk.world().detail.find?.words ?? '');
    if (words !== '') findInDetail(desk, words, 1);
  },
});

export const detailFind: Action<'detail.find'> = {
  id: 'detail.find',
  title: t`Find`,
  help: t`Searches the conversation for a text`,
  scope: 'detail',
  keys: ['/'],
  words: ['search'],
  unavailable: whyNoneOpen,
  run: desk => begin(desk, find),
  flows: [find],
};

type Name = 'next' | 'previous';

const STEPS: readonly (readonly [name: Name, key: string, direction: 1 | -1, title: SafeText, help: SafeText])[] = [
  ['next', ';', 1, t`Next match`, t`Goes to the next match of the search`],
  ['previous', ',', -1, t`Previous match`, t`Goes to the previous match of the search`],
];

/** Goes to the next and the previous match of the search with `/`. */
export const findSteps: readonly Action<`find.${Name}`>[] = STEPS.map(([name, key, direction, title, help]) => ({
  id: `find.${name}`,
  title,
  help,
  scope: 'detail',
  keys: [key],
  unavailable: ({ detail, keyNames }) =>
    detail.find === null ? t`No search yet: ${keyNames['detail.find']} starts one.` : undefined,
  run: desk => {
    const { find } = desk.world().detail;
    if (find) findInDetail(desk, find.words, direction);
  },
}));

type Lines = readonly DetailLine[];

/** One search: `isWanted` returns false after another search or another conversation has replaced it. */
interface Search {
  readonly desk: Desk;
  readonly words: string;
  readonly direction: 1 | -1;
  readonly isWanted: () => boolean;
  readonly end: () => void;
}
/** The lines shown when the search began, all lines with nothing folded, and the matches in them. */
interface SearchMatches {
  readonly lines: Lines;
  readonly all: Lines;
  readonly matches: readonly Match[];
}

/**
 * Goes to the next (1) or previous (-1) place of these words in the detail, also in folded passages: it opens the
 * passage that contains it, and folds it again when the search continues or ends. Keys are served while a long
 * conversation is searched.
 */
export function findInDetail(desk: Desk, words: string, direction: 1 | -1): void {
  const { conversationId } = desk.world().detail;
  const read = desk.reads.begin('find');
  const isWanted = (): boolean => {
    if (desk.world().detail.conversationId !== conversationId) read.end();
    return read.isCurrent();
  };
  look({ desk, words, direction, isWanted, end: read.end });
}

function look(search: Search): void {
  const { desk, words, isWanted } = search;
  const lines = desk.detailLines();
  prepare(search, 'all', () => {
    const all = desk.detailLines('all');
    const former = desk.world().detail.find;
    const found = (matches: readonly Match[]): void => {
      // If a message arrived meanwhile, the lines have changed.
      if (lines !== desk.detailLines()) look(search);
      else if (matches.length === 0) void readOnOrSay(search);
      else reveal(search, { lines, all, matches }, nextMatch(search, { lines, all, matches }));
    };
    if (former?.words === words && former.all === all) found(former.matches);
    else inSlices(matchSteps(all, words), desk.setTimer, found, isWanted);
  });
}

/** The search continues from the match found last; without one, from the lines in view. */
function nextMatch({ desk, words, direction }: Search, { lines, all, matches }: SearchMatches): number {
  const { detail, viewport } = desk.world();
  const { find, top } = detail;
  const count = matches.length;
  if (find?.words === words && find.all === all && find.line !== null)
    return (find.current + direction + count) % count;
  const places = placesUnfolded(lines, all);
  if (direction === 1) return firstMatchFrom(matches, places[top] ?? 0) % count;
  return (firstMatchFrom(matches, places[top + viewport.detailRows] ?? all.length) + count - 1) % count;
}

/** Shows a match; opens only the folded passage that contains it. */
function reveal(search: Search, { lines, all, matches }: SearchMatches, current: number): void {
  const { desk, words } = search;
  const place = matches[current]!.line;
  const own = ownOpened(desk.world().detail);
  const holder = all[place]?.foldKey ?? null;
  const foldKey = holder === null || own.has(holder) ? null : holder;
  const isSame = foldKey === (desk.world().detail.find?.foldKey ?? null);
  const opened = isSame ? desk.world().detail.opened : foldKey === null ? own : new Set([...own, foldKey]);
  prepare(search, opened, () => {
    if (lines !== desk.detailLines()) return look(search);
    search.end();
    const shown = desk.detailLines(opened);
    const { detail, viewport } = desk.world();
    const find = { words, matches, all, current, line: placeFolded(shown, all, place), foldKey };
    desk.set({ detail: showLine({ ...detail, opened }, shown, find, viewport.detailRows), notice: null });
  });
}

/** Works out the lines of the conversation with these passages opened, while keys are served. */
function prepare({ desk, isWanted }: Search, opened: Opened, done: () => void): void {
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

/** Nothing was found: searches again once the long messages are read to their end, otherwise says so. */
async function readOnOrSay(search: Search): Promise<void> {
  const { desk, isWanted } = search;
  const { conversationId } = desk.world().detail;
  if (conversationId !== null && hasRest(desk) && whyNotAsked(desk.world()) === undefined) {
    if ((await readWhole(desk, { conversationId, isWanted })) === undefined) return;
    if (!hasRest(desk)) return look(search);
  }
  prepare(search, desk.world().detail.opened, () => sayMissing(search));
}

function hasRest(desk: Desk): boolean {
  return desk.detailLines().some(({ role }) => role === 'rest');
}

function sayMissing({ desk, words, end }: Search): void {
  end();
  const isPart = desk.detailLines().some(({ role }) => role === 'more');
  const where = hasRest(desk)
    ? t`is not in what is read: a long message is not read to its end`
    : isPart
      ? t`is not in the loaded messages · ${desk.world().keyNames['cursor.top']} Enter reads earlier messages`
      : t`is not in the part shown`;
  say(desk, t`“${safeLine(words)}” ${where}`);
}
