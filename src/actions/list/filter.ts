import type { Action } from '../../keys/action.ts';
import { closeOverlay, openField, replaceOverlay } from '../../keys/overlay.ts';
import type { Desk } from '../../state/context.ts';
import type { FieldOverlay } from '../../state/overlay.ts';
import { askedNumber, parseQuery, queryText } from '../../state/query/language.ts';
import type { ParsedQuery } from '../../state/query/values.ts';
import { t } from '../../text/safe.ts';
import { goToList, readConversation } from '../go/go-to.ts';

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
    submit: (desk, overlay) => {
      const { draft } = overlay;
      const number = askedNumber(draft.text);
      const parsed = parseQuery(draft.text, desk.world());
      if (number !== undefined) {
        closeOverlay(desk);
        readConversation(desk, number);
      } else if ('problem' in parsed) refuse(desk, overlay, parsed);
      else {
        closeOverlay(desk);
        goToList(desk, parsed.query);
      }
    },
  },
};

/** Shows the error, with the cursor where it is. */
function refuse(
  desk: Desk,
  overlay: FieldOverlay,
  { problem, short, at }: Extract<ParsedQuery, { problem: unknown }>,
): void {
  const { draft } = overlay;
  replaceOverlay(desk, { ...overlay, draft: { ...draft, cursor: at ?? draft.cursor } });
  desk.notify({ tone: 'problem', text: problem, ...(short === undefined ? {} : { short }) });
}
