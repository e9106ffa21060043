import type { Action } from '../../keys/action.ts';
import { begin } from '../../keys/flow.ts';
import { choice } from '../../keys/one-box.ts';
import { digitSign } from '../../keys/options.ts';
import type { Desk } from '../../state/desk.ts';
import { queryText } from '../../state/query/language.ts';
import { knownSorts } from '../../state/query/values.ts';
import { refilterView } from '../../state/query/view-edits.ts';
import { listedView } from '../../state/query/view-query.ts';
import { countKey, sortedBy, views } from '../../state/query/views.ts';
import { changeViews } from '../../state/sync/saved-views.ts';
import type { Query, Sort, World } from '../../state/world.ts';
import { type SafeText, t } from '../../text/safe.ts';
import { goToList } from '../go/go-to.ts';

const SORTS: Readonly<Record<Sort, SafeText>> = {
  newest: t`newest message first`,
  oldest: t`oldest message first`,
  updated: t`last changed first`,
  created: t`last created first`,
  waiting: t`longest waiting first`,
  due: t`first due first`,
  later: t`first to come back first`,
};

const sort = choice({
  id: 'list.sort',
  title: () => t`Sort`,
  verb: t`sort`,
  options: ({ world }) => knownSorts(world).map((id, index) => ({ id, label: SORTS[id], sign: digitSign(index) })),
  answer: (desk, id) => {
    const world = desk.world();
    const query = sortedBy(world.list.query, id as Sort);
    goToList(desk, query);
    keepOrder(desk, world, query);
  },
});

export const listSort: Action<'list.sort'> = {
  id: 'list.sort',
  title: t`Sort…`,
  help: t`Chooses the order of the list`,
  scope: 'list',
  keys: ['S'],
  words: ['order'],
  run: desk => begin(desk, sort),
  flows: [sort],
};

/**
 * Keeps the order with the view that the list shows: a given one on this desk, a saved one in its filter. `world`: from
 * before.
 */
function keepOrder(desk: Desk, world: World, query: Query): void {
  const key = countKey(query);
  const given = views.find(view => countKey(view.query) === key);
  const saved = countKey(world.list.query) === key ? listedView(world) : undefined;
  if (given) desk.set({ viewSorts: { ...world.viewSorts, [given.id]: query.sort } });
  else if (saved) void changeViews(desk, refilterView(saved.name, queryText(query, world)));
}
