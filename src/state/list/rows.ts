import { matchesQuery, staysIn } from '../query/match.ts';
import { compareBy, insertPosition } from '../query/order.ts';
import { countKey } from '../query/views.ts';
import { conversationOf } from '../visible.ts';
import { membership } from '../world/id-map.ts';
import { sameOr } from '../world/same-or.ts';
import type { List, World } from '../world.ts';

/** The effect of the agent's own changes on a list: rows they took out, and rows they brought in from outside `ids`. */
interface OwnEffect {
  readonly hidden: ReadonlySet<number>;
  readonly entering: readonly number[];
}

/** Only ids that the agent's own changes touched can have left or come; all others stay where they were listed. */
export function ownEffect(world: World): OwnEffect {
  const { list, base, patch } = world;
  const hidden = new Set<number>(list.removedByMe);
  const candidates: number[] = [];
  for (const [id, seen] of patch.conversations) {
    const now = staysIn(list.query, seen, world);
    const listed = base.conversations.get(id);
    const before = listed ? staysIn(list.query, listed, world) : 'unknown';
    // A row that others took out keeps its place until the next jump.
    if (now === false && before !== false) hidden.add(id);
    else if (
      now !== false &&
      (list.removedByMe.has(id) || (before === false && matchesQuery(list.query, seen, world) === true))
    ) {
      hidden.delete(id);
      candidates.push(id);
    }
  }
  if (candidates.length === 0) return { hidden, entering: [] };
  const isListed = membership(list.ids, candidates.length);
  const waiting = new Set(list.newAbove);
  return { hidden, entering: candidates.filter(id => !isListed(id) && !waiting.has(id)) };
}

/** The rows of a list, in their order: with those that the agent's own changes brought in, and with its ghosts. */
export function listedRows(
  world: World,
  { hidden, entering }: OwnEffect,
  ghosts: ReadonlySet<number>,
): readonly number[] {
  const { list } = world;
  if (hidden.size === 0 && entering.length === 0) return sameOr(list.rows, list.ids);
  const rows = list.ids.filter(id => !hidden.has(id) || ghosts.has(id));
  for (const id of entering) {
    const place = entryPlace(world, rows, id);
    if (place !== null) rows.splice(place, 0, id);
  }
  return sameOr(list.rows, rows);
}

/**
 * The index where a conversation enters the rows; null if it belongs after the last loaded page, with which it will
 * come.
 */
export function entryPlace(world: World, rows: readonly number[], id: number): number | null {
  const { list } = world;
  const conversation = conversationOf(world, id);
  if (!conversation) return null;
  const place = insertPosition(rows, conversation, compareBy(list.query.sort), other => conversationOf(world, other));
  return place === rows.length && list.nextCursor !== null ? null : place;
}

/** The number of conversations in the list: the rows if all are loaded, otherwise the help center's count. */
export function rowTotal({ list, numbers }: World, rowCount: number): Pick<List, 'total' | 'isTotalMore'> {
  if (list.asOf === null) return { total: null, isTotalMore: false };
  if (list.nextCursor === null) return { total: rowCount, isTotalMore: false };
  const counted = numbers.get(countKey(list.query));
  if (!counted) return { total: null, isTotalMore: false };
  return { total: Math.max(rowCount, counted.number), isTotalMore: counted.isMore };
}
