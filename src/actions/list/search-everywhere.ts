import type { Action } from '../../keys/action.ts';
import { openField } from '../../keys/overlay.ts';
import { searchedEverywhere } from '../../state/query/everywhere.ts';
import { queryText } from '../../state/query/language.ts';
import { everything } from '../../state/views.ts';
import { t } from '../../text/safe.ts';
import { goToList } from '../go/go-to.ts';
import { listFilter } from './filter.ts';

/** Widens the search that is listed; without one, opens a filter line that searches everything. */
export const searchEverywhere: Action<'list.everywhere'> = {
  id: 'list.everywhere',
  title: t`Search everywhere`,
  help: t`Searches closed, archived and spam conversations too`,
  scope: 'list',
  keys: ['g /'],
  words: ['old', 'all', 'find'],
  run: desk => {
    const world = desk.world();
    const wider = searchedEverywhere(world.list.query);
    if (wider) goToList(desk, wider);
    else openField(desk, listFilter, `${queryText({ ...everything, archived: 'any' }, world)} `);
  },
};
