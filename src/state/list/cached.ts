import type { List, World } from '../world.ts';
import { comparePage, type FirstPage, LEFT } from './merge.ts';

/**
 * The list from the cache after the first read of its page, without moving a row: arrivals wait above, and what follows
 * the screen is as it is now. Nobody asks why rows left: the list may be days old.
 */
export function compareCached(world: World, page: FirstPage): World {
  const { list, news } = world;
  const length = keptLength(world);
  const below = new Set(list.ids.slice(length));
  // What is neither shown nor read is listed no more.
  const rows = list.rows.filter(id => !below.has(id));
  const shown = { ...list, ids: list.ids.slice(0, length), rows, nextCursor: null };
  const { world: compared, departed } = comparePage({ ...world, list: shown }, page);
  const gone = new Map([...compared.list.gone, ...departed.map(id => [id, LEFT] as const)]);
  const pages = [{ cursor: null, firstId: compared.list.ids[0] ?? 0 }];
  return {
    ...compared,
    // What was merely not listed before is no news.
    news: new Set([...news, ...compared.list.newAbove]),
    list: { ...compared.list, gone, pages, nextCursor: page.nextCursor },
  };
}

/** How many of its ids are on the screen, above it, or marked. */
function keptLength({ list, viewport }: World): number {
  const { rows, top, cursorIndex, marks, rangeIndex, rangeFrom } = list;
  const range = rangeFrom === null ? 0 : rangeIndex + 1;
  const last = Math.max(top + viewport.listRows, cursorIndex + 1, range, 1 + rows.findLastIndex(id => marks.has(id)));
  const id = rows[Math.min(last, rows.length) - 1];
  return id === undefined ? list.ids.length : list.ids.indexOf(id) + 1;
}

/** The help center has said that the list from the cache is as it was. */
export function confirmed(world: World, at: number): World {
  const { list, base } = world;
  if (!list.isCached) return world;
  const said = list.ids.flatMap(id => {
    const conversation = base.conversations.get(id);
    return conversation ? [[id, { ...conversation }] as const] : [];
  });
  return {
    ...world,
    base: { ...base, conversations: base.conversations.with(said) },
    list: { ...list, isCached: false, asOf: at, loading: 'no', problem: null } satisfies List,
  };
}
