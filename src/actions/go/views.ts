import type { Action } from '../../keys/action.ts';
import { type View, views } from '../../state/views.ts';
import { t } from '../../text/safe.ts';
import { goToList } from './go-to.ts';

const GO_KEYS: Partial<Readonly<Record<View['id'], string>>> = { mine: 'g m', unassigned: 'g u', archived: 'g a' };

/** One action for each view: `0` the first, and so on. */
export const viewActions: readonly Action<`view.${View['id']}`>[] = views.map((view, index) => {
  const go = GO_KEYS[view.id];
  return {
    id: `view.${view.id}`,
    title: t`View: ${view.title}`,
    help: t`Lists the view “${view.title}”`,
    scope: 'everywhere',
    keys: [String(index), ...(go === undefined ? [] : [go])],
    run: desk => goToList(desk, view.query, view.id),
  };
});
