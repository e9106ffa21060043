import type { ListReply } from '../../client/call.ts';
import { type SafeText, safeLine, t } from '../../text/safe.ts';
import { ROW_GONE } from '../conversation/lost.ts';
import { matchesQuery } from '../query/match.ts';
import { compareBy } from '../query/order.ts';
import { isClosed, isLeftOutAsSpam, leavesOutResolved } from '../query/unresolved.ts';
import { everything } from '../query/views.ts';
import { agentName, inboxName, statusOf } from '../words/names.ts';
import type { Excludable } from '../world/query.ts';
import type { Conversation, List, Query, World } from '../world.ts';
import { withoutGhosts } from './ghosts.ts';

/** Why a row is gone, if nothing more is known. */
export const LEFT = t`no longer in this view`;

/** A new read of a list's first page. Its conversations are in the base already. */
export interface FirstPage {
  readonly ids: readonly number[];
  readonly nextCursor: string | null;
  readonly etag: string | null;
  /** The limit with which it was read. */
  readonly limit: number;
  readonly at: number;
  /** Whether one of the agent's own changes of this conversation was answered during the read of the page. */
  readonly isStale: (id: number) => boolean;
  /** Rows that were not read lie between it and those that the list has further down. */
  readonly isApart: boolean;
}

/** The listed rows that the page covers: those no further down than its last one. */
function coverOf(world: World, page: FirstPage): (id: number) => boolean {
  if (page.nextCursor === null) return () => true;
  const compare = compareBy(world.list.query.sort);
  const last = world.base.conversations.get(page.ids.at(-1) ?? 0);
  return id => {
    const conversation = world.base.conversations.get(id);
    return last !== undefined && conversation !== undefined && compare(conversation, last) <= 0;
  };
}

/**
 * The ids of a page without those that the agent's own changes took out of the list during the read, and without those
 * that the help center could not leave out.
 */
export function listedOf(world: World, ids: readonly number[], isStale: (id: number) => boolean): readonly number[] {
  const { query } = world.list;
  const isLeftToDesk = leavesOutResolved(query, world);
  return ids.filter(id => {
    const conversation = isLeftToDesk || isStale(id) ? world.base.conversations.get(id) : undefined;
    return !conversation || matchesQuery(query, conversation, world) !== false;
  });
}

function readAgain(
  list: List,
  page: FirstPage,
): Pick<List, 'etag' | 'firstLimit' | 'asOf' | 'isCached' | 'isOfflineSearch' | 'loading' | 'problem'> {
  return {
    etag: page.etag,
    firstLimit: page.limit,
    asOf: page.at,
    isCached: false,
    isOfflineSearch: false,
    loading: 'no',
    problem: null,
    ...(list.loading === 'more' ? { loading: 'more' } : {}),
  };
}

/**
 * Whether no row that the help center lists can lie between these rows, newly read, and those that the list has further
 * down: the last of these was there before, at the same place, or the list has none further down.
 */
export function meetsList({ list, base }: World, page: Pick<ListReply<Conversation>, 'data' | 'nextCursor'>): boolean {
  const last = page.data.at(-1);
  if (page.nextCursor === null || !last) return true;
  const compare = compareBy(list.query.sort);
  const former = base.conversations.get(last.id);
  if (former && list.ids.includes(last.id) && compare(former, last) === 0) return true;
  const read = new Set(page.data.map(({ id }) => id));
  return list.ids.every(id => {
    const conversation = base.conversations.get(id);
    return read.has(id) || list.gone.has(id) || (conversation !== undefined && compare(conversation, last) <= 0);
  });
}

/** The rows that the next verb may act on, and the open one: only the agent's own keys remove them. */
export function heldRows({ list, detail }: World): ReadonlySet<number> {
  const at = [list.cursorId, list.rangeFrom, detail.conversationId].filter(id => id !== null);
  return new Set([...at, ...list.marks]);
}

/** These ids with the held ones of the former list, each behind the row that it followed there. */
function withHeld(ids: readonly number[], former: readonly number[], held: ReadonlySet<number>): readonly number[] {
  const listed = new Set(ids);
  const behind = new Map<number | null, number[]>();
  let last: number | null = null;
  for (const id of former) {
    if (listed.has(id)) last = id;
    else if (held.has(id)) behind.set(last, [...(behind.get(last) ?? []), id]);
  }
  if (behind.size === 0) return ids;
  return [...(behind.get(null) ?? []), ...ids.flatMap(id => [id, ...(behind.get(id) ?? [])])];
}

/** A list after a new read of its first page. `departed`: the rows that left, whose reason is unknown yet. */
export interface Reread {
  readonly world: World;
  readonly departed: readonly number[];
}

/** Those of these ids that left the list without the agent's doing. */
function departedOf({ list, patch }: World, ids: readonly number[], page: FirstPage, isRead: (id: number) => boolean) {
  const isOwn = (id: number): boolean => patch.conversations.has(id) || page.isStale(id);
  return ids.filter(id => !isRead(id) && !list.gone.has(id) && !list.removedByMe.has(id) && !isOwn(id));
}

/**
 * The list as it is now: arrivals in their place, rows that left removed, except held ones. Rows loaded further down
 * stay.
 */
export function replaceFirstPage(world: World, page: FirstPage): Reread {
  const list = withoutGhosts(world.list);
  const isCovered = coverOf(world, page);
  const fresh = listedOf(world, page.ids, page.isStale);
  const freshSet = new Set(fresh);
  const held = heldRows(world);
  const isBelow = (id: number): boolean => !freshSet.has(id) && !isCovered(id) && !list.gone.has(id);
  const below = list.ids.filter(id => isBelow(id) && (!page.isApart || held.has(id)));
  const goesOn = below.length > 0 && !page.isApart;
  const ids = withHeld([...fresh, ...below], list.ids, held);
  const listed = new Set(ids);
  const taken = new Set([...list.removedByMe].filter(id => !freshSet.has(id) || page.isStale(id)));
  const first = { cursor: null, firstId: ids[0] ?? 0 };
  return {
    departed: departedOf(world, ids, page, id => freshSet.has(id) || !isCovered(id)),
    world: {
      ...world,
      list: {
        ...list,
        ...readAgain(list, page),
        ids,
        removedByMe: taken,
        pages: [first, ...(goesOn ? list.pages.slice(1) : [])],
        nextCursor: goesOn ? list.nextCursor : page.nextCursor,
        gone: new Map([...list.gone].filter(([id]) => listed.has(id) && !freshSet.has(id))),
        // They came while the page was read.
        newAbove: list.newAbove.filter(id => page.isStale(id) && !listed.has(id)),
        marks: new Set([...list.marks].filter(id => listed.has(id) || world.patch.conversations.has(id))),
      },
    },
  };
}

/** The same without moving a row: arrivals wait above. */
export function comparePage(world: World, page: FirstPage): Reread {
  const { list, patch } = world;
  const isCovered = coverOf(world, page);
  const fresh = new Set(listedOf(world, page.ids, page.isStale));
  const isOwn = (id: number): boolean => patch.conversations.has(id) || page.isStale(id);
  const returned = new Set([...list.removedByMe].filter(id => fresh.has(id) && !isOwn(id)));
  const ids = returned.size === 0 ? list.ids : list.ids.filter(id => !returned.has(id));
  const listed = new Set([...ids, ...list.rows]);
  for (const id of returned) listed.delete(id);
  const waiting = list.newAbove.filter(id => page.isStale(id) && !listed.has(id));
  const arrived = [...new Set([...fresh].filter(id => !listed.has(id) && !isOwn(id))), ...waiting];
  const { above, below } = partArrivals(world, ids, arrived);
  const known = new Set(list.newAbove);
  const isNews = (id: number): boolean => !known.has(id);
  return {
    departed: departedOf(world, ids, page, id => fresh.has(id) || !isCovered(id)),
    world: {
      ...world,
      news: new Set([...world.news, ...above.filter(isNews), ...below]),
      list: {
        ...list,
        ...readAgain(list, page),
        ids: below.length === 0 ? ids : [...ids, ...below],
        removedByMe: new Set([...list.removedByMe].filter(id => !returned.has(id))),
        gone: new Map([...list.gone].filter(([id]) => !fresh.has(id))),
        newAbove: above,
      },
    },
  };
}

/** Arrivals wait above; those that belong under the last row are listed there, because they move nothing. */
export function partArrivals(world: World, ids: readonly number[], arrived: readonly number[]) {
  const compare = compareBy(world.list.query.sort);
  const read = (id: number): Conversation | undefined => world.base.conversations.get(id);
  const known = arrived.filter(id => read(id)).sort((a, b) => compare(read(a)!, read(b)!));
  // Where no row is drawn, nothing can move.
  const last = world.list.rows.length === 0 ? undefined : read(ids.at(-1) ?? 0);
  const isBelow = (id: number): boolean => last === undefined || compare(read(id)!, last) > 0;
  const isWhole = world.list.nextCursor === null;
  return {
    above: known.filter(id => !isBelow(id)),
    below: isWhole ? known.filter(isBelow) : [],
  };
}

/** Why a row is no longer in its list, as far as the conversation shows it; undefined if it is missing altogether. */
export function departureReason(world: World, conversation: Conversation | undefined): SafeText {
  const { query } = world.list;
  if (!conversation) return ROW_GONE;
  if (conversation.merged_into !== null) return t`merged into #${conversation.merged_into}`;
  if (conversation.archived && query.archived === 'no') return t`archived`;
  if (!conversation.archived && query.archived === 'only') return t`restored`;
  if (conversation.snoozed && query.isUnresolved) return t`put off`;
  if (!conversation.snoozed && query.isLater) return t`back`;
  const lacks = (part: Partial<Query>): boolean =>
    matchesQuery({ ...everything, archived: 'any', ...part }, conversation, world) === false;
  const both = (name: keyof Excludable): Partial<Query> => ({
    [name]: query[name],
    not: { ...everything.not, [name]: query.not[name] },
  });
  const isNowClosed = query.isUnresolved && isClosed(world, conversation) === true;
  if (isNowClosed || lacks(both('statuses'))) return t`now ${statusOf(world, conversation)}`;
  const isNowSpam = query.isUnresolved && isLeftOutAsSpam(query, world, conversation);
  if (isNowSpam || lacks(both('inboxes')))
    return conversation.inbox_id === null
      ? t`its inbox was deleted`
      : t`moved to ${inboxName(world, conversation.inbox_id)}`;
  if (lacks(both('assignees')))
    return conversation.assign_to === null ? t`unassigned` : t`assigned to ${agentName(world, conversation.assign_to)}`;
  if (lacks({ tags: query.tags })) return t`no longer tagged ${safeLine(query.tags.join(', '))}`;
  if (lacks(both('tags'))) return t`now tagged ${safeLine(query.not.tags.join(', '))}`;
  if (lacks({ isUnread: query.isUnread })) return t`read`;
  if (lacks({ isFollowed: query.isFollowed })) return t`no longer followed`;
  if (lacks({ isWaiting: query.isWaiting })) return t`no longer waiting`;
  if (lacks({ isDue: query.isDue, isLate: query.isLate, dueWithin: query.dueWithin })) return t`no longer due`;
  const now = query.not.is.find(trait => lacks({ not: { ...everything.not, is: [trait] } }));
  if (now !== undefined) return t`now ${safeLine(now)}`;
  return LEFT;
}

/**
 * The list from the cache after the first read of its page, without moving a row: arrivals wait above, and the rows
 * below the screen are as they are now. Rows that left need no reason: the list may be days old.
 */
export function compareCached(world: World, page: FirstPage): World {
  const { list, news } = world;
  const length = keptLength(world);
  const below = new Set(list.ids.slice(length));
  // Rows that are neither shown nor read are no longer listed.
  const rows = list.rows.filter(id => !below.has(id));
  const shown = { ...list, ids: list.ids.slice(0, length), rows, nextCursor: null };
  const { world: compared, departed } = comparePage({ ...world, list: shown }, page);
  const gone = new Map([...compared.list.gone, ...departed.map(id => [id, LEFT] as const)]);
  const pages = [{ cursor: null, firstId: compared.list.ids[0] ?? 0 }];
  return {
    ...compared,
    // Rows missing from the cached list are not unread.
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
