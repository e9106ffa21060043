import { nearest } from '../../text/nearest.ts';
import { safeLine, t } from '../../text/safe.ts';
import type { Query, SavedView, World } from '../world.ts';
import { parseQuery } from './language.ts';
import { notYet, type ParsedQuery, takesMore } from './values.ts';
import { savedView } from './view-edits.ts';
import { sameQuery, type View, views } from './views.ts';

/** The query of a view, or why it cannot be listed: names in its filter may be gone, or not be known here. */
export type ViewQuery = { readonly key: string; readonly query: Query } | Exclude<ParsedQuery, { query: Query }>;

/** The name of a saved view for the inbox pane's cursor. */
export function savedKey({ name }: SavedView): string {
  return `saved:${name.toLowerCase()}`;
}

/** The query of a given view, in the order that the agent chose for it. */
export function givenQuery(view: View, world: World): ViewQuery {
  if (view.query.isWaiting && !takesMore(world)) return notYet(t`is:waiting`);
  return { key: view.id, query: inItsOrder(view, world) };
}

/** The same, even if this help center cannot list it. */
export function inItsOrder({ id, query }: View, { viewSorts }: World): Query {
  return { ...query, sort: viewSorts[id] ?? query.sort };
}

/** The query of a saved view. */
export function savedQuery(view: SavedView, world: World): ViewQuery {
  const read = parseQuery(view.filter, world);
  if ('query' in read) return { key: savedKey(view), query: read.query };
  return { ...read, problem: t`View “${view.name}”: ${read.problem} · ${world.keyNames['go.view']} edits it` };
}

/** The saved view that the list shows. */
export function listedView(world: World): SavedView | undefined {
  return world.savedViews.find(view => {
    const read = savedQuery(view, world);
    return 'query' in read && sameQuery(read.query, world.list.query);
  });
}

/** The query of a given or a saved view; undefined if none has this name. */
export function viewNamed(text: string, world: World): ViewQuery | undefined {
  const name = text.trim();
  const given = views.find(({ title }) => title.toLowerCase() === name.toLowerCase());
  if (given) return givenQuery(given, world);
  const saved = savedView(world.savedViews, name);
  return saved && savedQuery(saved, world);
}

/** The view whose name is nearest to this one, if one is near. */
export function nearestView(name: string, { savedViews }: World): string | undefined {
  return nearest(name.trim(), [...views.map(({ title }) => title), ...savedViews.map(view => view.name)]);
}

/** The meaning of the desk's `--view`: a view, or a filter as typed after `/`. */
export function namedQuery(text: string, world: World): ViewQuery {
  const named = viewNamed(text, world);
  if (named) return named;
  const meant = nearestView(text, world);
  if (meant !== undefined)
    return {
      problem: t`No view is named "${safeLine(text.trim())}": did you mean "${safeLine(meant)}"? In quotes it is searched for.`,
    };
  const read = parseQuery(text, world);
  return 'query' in read ? { key: '', query: read.query } : read;
}
