import { emptyDetail, emptyList } from '../empty-world.ts';
import type { Place } from '../place.ts';
import { sameQuery, unresolved } from '../views.ts';
import type { World } from '../world.ts';

/** Further down the cursor does not return: the rows above it would all be read. */
const MAX_INDEX = 2_000;

/**
 * A desk that has not read its list yet, at a place that another one left. Reading the list puts the cursor on its row,
 * and the marks on theirs. Its boxes are opened by `reopen`.
 */
export function withPlace(world: World, place: Place): World {
  const { query, inboxCursor, pane, isWide, cursor, marks, detail, saveFolder = null, viewSorts } = place;
  const away = marks.flatMap(({ query: home, ids }) => {
    const own = sameQuery(home, query) ? query : home;
    return ids.map(id => [id, own] as const);
  });
  return {
    ...world,
    pane,
    isWide,
    inboxCursor,
    saveFolder,
    viewSorts,
    list: {
      ...emptyList(query),
      away: new Map(away),
      landing: { ...cursor, index: Math.min(cursor.index, MAX_INDEX) },
    },
    detail:
      detail === null
        ? emptyDetail
        : {
            ...emptyDetail,
            conversationId: detail.id,
            formerId: detail.formerId,
            section: detail.section,
            top: detail.top,
            entryKey: detail.entryKey,
            startKey: detail.entryKey,
            opened: new Set(detail.opened),
            loading: true,
          },
  };
}

/** The same place without its list, because the agent has asked for another one. */
export function elsewhere(place: Place): Place {
  return { ...place, query: unresolved, inboxCursor: null, pane: 'list', cursor: { id: null, index: 0, line: 0 } };
}
