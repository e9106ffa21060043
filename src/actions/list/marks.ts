import type { Action } from '../../keys/action.ts';
import { begin } from '../../keys/flow.ts';
import { question } from '../../keys/one-box.ts';
import { say } from '../../keys/overlay.ts';
import type { Desk } from '../../state/desk.ts';
import { invertMarks, mark, markAll, markCount, range, unmarkAll } from '../../state/list/marks.ts';
import { findIds } from '../../state/sync/find.ts';
import { loadMore } from '../../state/sync/list.ts';
import { conversationOf } from '../../state/visible.ts';
import { whyNotAsked } from '../../state/world/offline.ts';
import type { List, World } from '../../state/world.ts';
import { grouped } from '../../text/numbers.ts';
import { type SafeText, t } from '../../text/safe.ts';

/**
 * Shows the list with its marks, without those on rows that were dropped from memory: a verb's change of them could not
 * be undone.
 */
function showMarks(desk: Desk, list: List): void {
  const marked = [...list.marks];
  const held = marked.filter(id => conversationOf(desk.world(), id) !== undefined);
  const lost = marked.length - held.length;
  const all = desk.world().keyNames['list.mark-matching'];
  desk.set({ list: lost === 0 ? list : { ...list, marks: new Set(held) } });
  if (lost > 0)
    say(
      desk,
      t`Marked ${grouped(held.length)}; ${grouped(lost)} rows far from here are not held · ${all} reads and marks all`,
    );
}

/** Why nothing can be marked. */
export function whyEmpty({ list }: World): SafeText | undefined {
  return list.rows.length === 0 ? t`The list is empty.` : undefined;
}

export const listMark: Action<'list.mark'> = {
  id: 'list.mark',
  title: t`Mark`,
  help: t`Marks or unmarks the conversation and goes down`,
  scope: 'list',
  keys: ['space', 'x'],
  words: ['select'],
  unavailable: whyEmpty,
  run: desk => {
    const { list, viewport } = desk.world();
    desk.set({ list: mark(list, viewport.listRows) });
  },
};

export const listRange: Action<'list.range'> = {
  id: 'list.range',
  title: t`Mark a range`,
  help: t`Begins a range here; again: marks the rows in between`,
  scope: 'list',
  keys: ['V'],
  unavailable: whyEmpty,
  run: desk => showMarks(desk, range(desk.world().list)),
};

export const listMarkAll: Action<'list.mark-all'> = {
  id: 'list.mark-all',
  title: t`Mark all loaded`,
  help: t`Marks every loaded conversation`,
  scope: 'list',
  keys: ['* a'],
  words: ['select'],
  unavailable: whyEmpty,
  run: desk => showMarks(desk, markAll(desk.world().list)),
};

export const listInvert: Action<'list.invert'> = {
  id: 'list.invert',
  title: t`Invert the marks`,
  help: t`Marks the unmarked rows and unmarks the others`,
  scope: 'list',
  keys: ['* i'],
  unavailable: whyEmpty,
  run: desk => showMarks(desk, invertMarks(desk.world().list)),
};

export const listUnmark: Action<'list.unmark'> = {
  id: 'list.unmark',
  title: t`Unmark all`,
  help: t`Removes all marks`,
  scope: 'list',
  keys: ['* n'],
  words: ['deselect'],
  unavailable: ({ list }) => (markCount(list) === 0 ? t`Nothing is marked.` : undefined),
  run: desk => {
    const { list } = desk.world();
    desk.set({ list: unmarkAll(list) });
  },
};

/** More than this is not triage, and memory holds no more. */
const MAX_MARKED = 20_000;

const markQuestion = question({
  id: 'list.mark-matching',
  title: ({ world }) => t`Mark ${countOf(world)}?`,
  lines: ({ world }) => [t`The next verb then acts on all of them.`, ...(isWhole(world) ? [] : [readFirst()])],
  verb: t`mark`,
  answer: desk => void markMatching(desk),
});

export const listMarkMatching: Action<'list.mark-matching'> = {
  id: 'list.mark-matching',
  title: t`Mark all that match`,
  help: t`Marks the whole list, loaded or not; asks with the number`,
  scope: 'list',
  keys: ['* f'],
  unavailable: world => whyEmpty(world) ?? whyNotRead(world),
  run: desk => begin(desk, markQuestion),
  flows: [markQuestion],
};

function readFirst(): SafeText {
  return t`Those that are not loaded are read first, up to ${grouped(MAX_MARKED)}.`;
}

function isWhole({ list }: World): boolean {
  return list.nextCursor === null;
}

function whyNotRead(world: World): SafeText | undefined {
  const reason = whyNotAsked(world);
  return reason !== undefined && isLoaded(world) ? undefined : reason;
}

/** Whether nothing of the list has to be read before all of it is marked. */
function isLoaded(world: World): boolean {
  return isWhole(world) && world.list.rows.every(id => conversationOf(world, id) !== undefined);
}

function countOf(world: World): SafeText {
  const { rows, total } = world.list;
  if (isWhole(world)) return t`all ${grouped(rows.length)}`;
  return total === null ? t`all that match, more than ${grouped(rows.length)}` : t`all ${grouped(total)} that match`;
}

/** Reads page by page and marks each page at once, so that it stays in memory. Stops if another list is shown. */
async function markMatching(desk: Desk): Promise<void> {
  const { query, rows } = desk.world().list;
  const list = () => desk.world().list;
  if (!isLoaded(desk.world())) await findIds(desk, query, rows.length);
  for (;;) {
    if (list().query !== query) return;
    showMarks(desk, markAll(list()));
    if (list().nextCursor === null || list().rows.length >= MAX_MARKED || list().problem !== null) break;
    await (list().loading === 'more' ? pageRead(desk) : loadMore(desk));
  }
  const { problem, nextCursor, marks } = list();
  if (problem !== null) say(desk, problem);
  else if (nextCursor !== null) say(desk, t`Marked the first ${grouped(marks.size)}: more are not marked at once`);
  else say(desk, t`Marked all ${grouped(marks.size)}`, 'done');
}

function pageRead(desk: Desk): Promise<void> {
  return new Promise(resolve => {
    const stop = desk.store.subscribe(({ list }) => {
      if (list.loading === 'more') return;
      stop();
      resolve();
    });
  });
}
