import type { Action } from '../../keys/action.ts';
import { markCount, unmarkAll } from '../../state/list/marks.ts';
import { t } from '../../text/safe.ts';

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
