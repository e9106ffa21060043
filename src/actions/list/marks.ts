import type { Action } from '../../keys/action.ts';
import { say } from '../../keys/overlay.ts';
import type { Desk } from '../../state/context.ts';
import { invertMarks, mark, markAll, markCount, range, unmarkAll } from '../../state/list/marks.ts';
import { conversationOf } from '../../state/visible.ts';
import type { List, World } from '../../state/world.ts';
import { grouped } from '../../text/numbers.ts';
import { type SafeText, t } from '../../text/safe.ts';

/**
 * Shows the list with its marks, without those on rows that were dropped from memory: a verb's change of them could not
 * be undone.
 */
export function showMarks(desk: Desk, list: List): void {
  const marked = [...list.marks];
  const held = marked.filter(id => conversationOf(desk.world(), id) !== undefined);
  const lost = marked.length - held.length;
  desk.set({ list: lost === 0 ? list : { ...list, marks: new Set(held) } });
  if (lost > 0)
    say(
      desk,
      t`Marked ${grouped(held.length)}; ${grouped(lost)} rows far from here are not held · *f reads and marks all`,
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
