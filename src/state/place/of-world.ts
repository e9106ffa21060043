import { rangeOf } from '../list/marks.ts';
import type { Place } from '../place.ts';
import type { List, Query, World } from '../world.ts';
import { keptBox } from './boxes.ts';

/** What the desk has open now. Looks at the marks, but at no other rows. */
export function placeOf(world: World): Place {
  const { list, pane, isWide, inboxCursor, overlays, saveFolder, viewSorts } = world;
  return {
    form: 1,
    query: list.query,
    inboxCursor,
    pane,
    isWide,
    cursor: list.landing ?? cursorOf(list),
    marks: marksOf(list),
    detail: detailOf(world),
    saveFolder,
    viewSorts,
    boxes: overlays.map(box => keptBox(box, world)),
  };
}

function cursorOf({ cursorId: id, cursorIndex: index, top }: List): Place['cursor'] {
  return { id, index, line: Math.max(0, index - top) };
}

function detailOf({ detail }: World): Place['detail'] {
  const { conversationId: id, formerId, section, top, entryKey, opened } = detail;
  return id === null ? null : { id, formerId, section, top, entryKey, opened: [...opened] };
}

/** By the list in which they were marked, this one first. The rows of an unfinished range are marked. */
function marksOf(list: List): Place['marks'] {
  const { rows, ghosts, marks, away, query } = list;
  const between = rangeOf(list);
  const inRange = between ? rows.slice(between[0], between[1] + 1).filter(id => !ghosts.has(id)) : [];
  const here = inRange.length === 0 ? [...marks] : [...new Set([...marks, ...inRange])];
  const byQuery = new Map<Query, number[]>([[query, here]]);
  for (const [id, home] of away) {
    const found = byQuery.get(home);
    if (found) found.push(id);
    else byQuery.set(home, [id]);
  }
  return [...byQuery].filter(([, ids]) => ids.length > 0).map(([home, ids]) => ({ query: home, ids }));
}
