import { parseQuery, queryText } from '../state/query.ts';
import { t } from '../text/safe.ts';
import type { Action } from './action.ts';
import { goToList } from './go.ts';
import { closeOverlay, openField, say } from './overlay.ts';

export const listFilter: Action = {
  id: 'list.filter',
  title: t`Filter`,
  help: t`Edits the filter of the list: words, status: assignee: tag: inbox: is:archived.`,
  scope: 'list',
  keys: ['/'],
  hint: t`filter`,
  run: desk => {
    const text = queryText(desk.world().list.query, desk.world());
    openField(desk, 'list.filter', text === '' ? text : `${text} `);
  },
  field: {
    title: () => t`Filter`,
    verb: t`list`,
    isHead: true,
    submit: (desk, { draft }) => {
      const parsed = parseQuery(draft.text, desk.world());
      if ('problem' in parsed) say(desk, parsed.problem);
      else {
        closeOverlay(desk);
        goToList(desk, parsed.query);
      }
    },
  },
};
