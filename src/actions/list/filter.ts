import type { Action } from '../../keys/action.ts';
import { closeOverlay, openField, replaceOverlay } from '../../keys/overlay.ts';
import type { Desk } from '../../state/context.ts';
import type { FieldOverlay } from '../../state/overlay.ts';
import { askedNumber, parseQuery, queryText } from '../../state/query/language.ts';
import type { Refusal } from '../../state/query/values.ts';
import { everything, searchedEverywhere } from '../../state/views.ts';
import { t } from '../../text/safe.ts';
import { goToList, readConversation } from '../go/go-to.ts';
import { completeFilter, keepLine, recallFilter } from './filter-walk.ts';

export const listFilter: Action<'list.filter'> = {
  id: 'list.filter',
  title: t`Filter`,
  help: t`Filters the list by words, status:, tag: and more; #n opens`,
  scope: 'list',
  keys: ['/'],
  words: ['search', 'query'],
  hint: t`filter`,
  run: desk => {
    const text = queryText(desk.world().list.query, desk.world());
    openField(desk, listFilter, text === '' ? text : `${text} `);
  },
  field: {
    title: () => t`Filter`,
    verb: t`list`,
    isHead: true,
    complete: completeFilter,
    recall: recallFilter,
    submit: (desk, overlay) => {
      const { draft } = overlay;
      const number = askedNumber(draft.text, desk.world());
      const parsed = parseQuery(draft.text, desk.world());
      if (number === undefined && 'problem' in parsed) {
        refuse(desk, overlay, parsed);
        return;
      }
      closeOverlay(desk);
      keepLine(desk, number === undefined ? draft.text : `#${number}`);
      if (number !== undefined) readConversation(desk, number);
      else if ('query' in parsed) goToList(desk, parsed.query);
    },
  },
};

/** Shows the error, with the cursor where it is. */
function refuse(desk: Desk, overlay: FieldOverlay, { problem, short, at }: Refusal): void {
  const { draft } = overlay;
  replaceOverlay(desk, { ...overlay, walk: undefined, draft: { ...draft, cursor: at ?? draft.cursor } });
  desk.notify({ tone: 'problem', text: problem, ...(short === undefined ? {} : { short }) });
}

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
