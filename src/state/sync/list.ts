import type { ConversationFilter } from '../../contract/conversation-filter.ts';
import { MAX_PAGE_SIZE } from '../../contract/schema.ts';
import type { Attempt } from '../calls/attempt.ts';
import { noteLack } from '../calls/offers.ts';
import type { Desk, Read } from '../desk.ts';
import { emptyList } from '../empty-world.ts';
import { fullWindow } from '../list/cursor.ts';
import { takenAlong } from '../list/marks.ts';
import {
  compareCached,
  comparePage,
  confirmed,
  type FirstPage,
  heldRows,
  LEFT,
  listedOf,
  meetsList,
  replaceFirstPage,
} from '../list/merge.ts';
import { compareBy } from '../query/order.ts';
import { toFilter } from '../query/to-filter.ts';
import { sameQuery } from '../query/views.ts';
import type { Conversation, List, Query, RestoredCursor, World } from '../world.ts';
import { explainDepartures } from './departures.ts';
import { listFound } from './find.ts';
import { missingRows, withConversations, withoutFarRows } from './memory.ts';
import { type PageReply, pageIds, readPage } from './pages.ts';
import { hasActed, recallList, recallRows } from './remember.ts';

/** The first page fills the window and little more, because a frame waits for it. */
const FIRST_PAGE_SIZE = 30;
const ROWS_BELOW_WINDOW = 10;
/** Over a link that is not quick. */
const NEXT_PAGE_SIZE = 60;

/** Begins to read a list that the agent asked for; a read in the background is of no use any more. */
function beginList(desk: Desk): Read {
  desk.reads.begin('poll').end();
  return desk.reads.begin('list');
}

/** Shows another list: its first page. Resolves when the page is shown, or the reason why it is not. */
export async function openList(desk: Desk, query: Query): Promise<void> {
  const read = beginList(desk);
  const filter = toFilter(query, desk.world());
  const restoredCursor = cursorToRestore(desk.world().list, query);
  const away = takenAlong(desk.world());
  desk.set({ list: { ...emptyList(query), restoredCursor, away, filter, loading: 'first' } });
  recallList(desk);
  const shown = desk.world();
  const needed = Math.max(firstPageSize(shown), (restoredCursor?.index ?? 0) + shown.viewport.listRows);
  const { firstLimit, etag: known } = shown.list;
  // A request that equals the former one may be answered by its version alone.
  const limit = firstLimit >= needed ? firstLimit : Math.min(MAX_PAGE_SIZE, needed);
  const etag = firstLimit === limit ? known : null;
  const page = await readPage(desk, filter, read, { limit, etag });
  if (!read.isCurrent()) return;
  if (refusesSpam(desk, filter, page)) return openList(desk, query);
  const { list } = desk.world();
  if ('error' in page) {
    desk.set({ list: { ...list, loading: 'no', problem: page.error.reason } });
    if (page.error.isTransient && list.asOf === null) await listFound(desk, read);
  } else if (list.isCached) {
    const how = hasActed(shown, desk.world()) ? 'poll' : 'jump';
    await takeIn(desk, { reply: page.value, limit, how }, read);
  } else desk.store.setState(withFirst(desk, page.value, limit, read));
  read.end();
  void renewFilter(desk);
}

function firstPageSize({ viewport }: World): number {
  return Math.max(FIRST_PAGE_SIZE, viewport.listRows + ROWS_BELOW_WINDOW);
}

/** The list with the first page that was read of it. */
function withFirst(desk: Desk, { data, nextCursor, etag }: PageReply, firstLimit: number, read: Read): World {
  const asOf = desk.now();
  const world = { ...withConversations(desk.world(), data, read), now: desk.centerNow() };
  const ids = listedOf(world, pageIds({ data }), read.isStale);
  const pages = [{ cursor: null, firstId: ids[0] ?? 0 }];
  return { ...world, list: { ...world.list, ids, pages, nextCursor, etag, firstLimit, loading: 'no', asOf } };
}

/** Where the cursor goes in a list that is about to be read: after a restart, to its place in the list before. */
function cursorToRestore({ asOf, restoredCursor, query: former }: List, query: Query): RestoredCursor | null {
  return asOf === null && sameQuery(former, query) ? restoredCursor : null;
}

/** Whether a help center refused a filter because it knows no name of the spam inbox; from then on it gets the id. */
function refusesSpam(desk: Desk, filter: ConversationFilter, page: Attempt<unknown>): boolean {
  if (!('error' in page && page.error.refusesQuestion && filter.not?.inbox_ids?.includes('spam'))) return false;
  noteLack(desk, 'spam');
  return true;
}

/**
 * Reads the list again if the desk has learnt since to ask better for it: the statuses, the spam inbox, the filters of
 * the help center. With a help center of our own this never happens.
 */
export async function renewFilter(desk: Desk): Promise<void> {
  const { list, offers } = desk.world();
  if ((list.asOf === null && list.problem === null) || offers.statuses === undefined) return;
  const filter = toFilter(list.query, desk.world());
  if (JSON.stringify(filter) === JSON.stringify(list.filter)) return;
  desk.set({ list: { ...list, filter } });
  await rereadList(desk, 'jump');
}

/** Reads the next page, if there is one and none is being read. */
export async function loadMore(desk: Desk): Promise<void> {
  const { nextCursor, loading, query, filter } = desk.world().list;
  if (nextCursor === null || loading !== 'no') return;
  const read = desk.reads.begin('more');
  desk.set({ list: { ...desk.world().list, loading: 'more' } });
  const limit = desk.contact.isQuick() ? MAX_PAGE_SIZE : NEXT_PAGE_SIZE;
  const page = await readPage(desk, filter, read, { cursor: nextCursor, limit });
  const { list } = desk.world();
  // Another list has been opened, or this one was read again.
  if (!read.isCurrent() || list.query !== query || list.loading !== 'more') return read.end();
  if ('error' in page) desk.set({ list: { ...list, loading: 'no', problem: page.error.reason } });
  else desk.store.setState(appendPage(desk.world(), page.value, nextCursor, read));
  read.end();
}

function appendPage(before: World, reply: PageReply, cursor: string, read: Read): World {
  const world = withConversations(before, reply.data, read);
  const { list, base } = world;
  const compare = compareBy(list.query.sort);
  const [first] = reply.data;
  const known = (id: number): Conversation | undefined => base.conversations.get(id);
  // Rows that a jump held wait behind the last page for their own.
  const isEarlier = (id: number): boolean => !first || !known(id) || compare(known(id)!, first) < 0;
  const end = list.ids.findLastIndex(isEarlier) + 1;
  const [shown, waiting] = [list.ids.slice(0, end), list.ids.slice(end)];
  const held = new Set([...shown, ...list.newAbove]);
  const added = listedOf(world, pageIds(reply), read.isStale).filter(id => !held.has(id));
  // A cursor that leads nowhere new would be followed for ever.
  const nextCursor = reply.nextCursor === cursor ? null : reply.nextCursor;
  const pages = added.length > 0 ? [...list.pages, { cursor, firstId: added[0]! }] : list.pages;
  const ids = [...shown, ...added, ...waiting.filter(id => !added.includes(id))];
  const longer = { ...list, ids, pages, nextCursor, loading: 'no' as const, problem: null };
  return withoutFarRows({ ...world, list: longer });
}

/** Reads the page of rows that were dropped from memory and come into view. */
export async function reloadRows(desk: Desk): Promise<void> {
  recallRows(desk, missingRows(desk.world()));
  const [missing] = missingRows(desk.world());
  if (missing === undefined) return;
  const world = await readAround(desk, missing);
  if (!world) return;
  const gone = new Map(world.list.gone);
  // Rows that their page no longer contains have left; reading again would not bring them.
  for (const id of missingRows(world)) gone.set(id, LEFT);
  desk.store.setState(withoutFarRows({ ...world, list: { ...world.list, gone } }));
}

/** Reads the rows around the first drawn one again; rows that left their page are removed. */
async function rereadShown(desk: Desk): Promise<void> {
  const { list } = desk.world();
  const shown = list.rows[list.top];
  if (shown === undefined || list.top < MAX_PAGE_SIZE) return;
  const world = await readAround(desk, shown);
  if (world) desk.store.setState(world);
}

/** The world with the page of a row read again, and without the rows that are no longer on it. */
async function readAround(desk: Desk, row: number): Promise<World | undefined> {
  const { list } = desk.world();
  const starts = new Map(list.pages.map(page => [page.firstId, page]));
  let from = list.ids.indexOf(row);
  while (from > 0 && !starts.has(list.ids[from]!)) from -= 1;
  const read = desk.reads.begin('rows');
  const rows: Conversation[] = [];
  let cursor = (starts.get(list.ids[from]!) ?? list.pages[0])?.cursor ?? null;
  // The page may have grown since by rows that moved down.
  for (let count = 0; count < 3 && !rows.some(({ id }) => id === row); count += 1) {
    const reply = await readPage(desk, list.filter, read, { cursor });
    if (!read.isCurrent() || 'error' in reply || desk.world().list.query !== list.query) {
      read.end();
      return undefined;
    }
    for (const row of reply.value.data) rows.push(row);
    cursor = reply.value.nextCursor;
    if (cursor === null) break;
  }
  const world = withoutAbsent(withConversations(desk.world(), rows, read), rows, read);
  read.end();
  return world;
}

/** The world without listed rows between two read ones that were not read themselves; held ones only say that they left. */
function withoutAbsent(world: World, rows: readonly Conversation[], read: Read): World {
  const { list, patch } = world;
  const held = heldRows(world);
  const present = new Set(rows.map(({ id }) => id));
  const first = list.ids.findIndex(id => present.has(id));
  const last = list.ids.findLastIndex(id => present.has(id));
  const isOwn = (id: number): boolean => patch.conversations.has(id) || list.removedByMe.has(id) || read.isStale(id);
  const absent = new Set(list.ids.slice(first, last).filter(id => !present.has(id) && !isOwn(id)));
  if (absent.size === 0) return world;
  const gone = new Map(list.gone);
  for (const id of absent) if (held.has(id)) gone.set(id, gone.get(id) ?? LEFT);
  return { ...world, list: { ...list, ids: list.ids.filter(id => !absent.has(id) || held.has(id)), gone } };
}

/**
 * Reads the list's first page again. `jump`: arrivals come in and rows that left are removed, also further down where
 * the agent is; `poll`: nothing moves, and nothing is read if nothing has changed.
 */
export async function rereadList(desk: Desk, wanted: 'jump' | 'poll'): Promise<void> {
  if (wanted === 'jump' && desk.world().list.loading === 'first') return;
  // A cached or found list is replaced by the real one; the cursor keeps its conversation and its line.
  const { isOfflineSearch, isCached } = desk.world().list;
  const how = isOfflineSearch ? 'jump' : wanted;
  // A list that the agent asked for is not replaced by a poll.
  if (how === 'poll') await desk.reads.ended('list');
  const { query, filter, asOf, etag } = desk.world().list;
  if (asOf === null) return openList(desk, query);
  const read = how === 'poll' ? desk.reads.begin('poll') : beginList(desk);
  let limit = limitOf(desk);
  let reply = await readPage(desk, filter, read, { etag: how === 'poll' ? etag : null, limit });
  // The page does not reach rows we have: read a full one.
  if (
    how === 'poll' &&
    'value' in reply &&
    limit < MAX_PAGE_SIZE &&
    !isCached &&
    !meetsList(desk.world(), reply.value)
  ) {
    limit = MAX_PAGE_SIZE;
    reply = await readPage(desk, filter, read);
  }
  if (!read.isCurrent() || desk.world().list.query !== query) return read.end();
  if ('error' in reply) {
    if (how === 'jump') desk.set({ list: { ...desk.world().list, problem: reply.error.reason } });
  } else {
    if (desk.world().list.problem !== null) desk.set({ list: { ...desk.world().list, problem: null } });
    const isOnePage = how === 'poll' || isOfflineSearch || isCached || reply.value.isSame;
    const whole = isOnePage ? reply.value : await upToList(desk, reply.value, read);
    await takeIn(desk, { reply: whole, limit, how }, read);
  }
  read.end();
  if (how === 'jump') await rereadShown(desk);
}

/** The former limit, so that its version counts; more if the screen shows more. */
function limitOf(desk: Desk): number {
  const { list, viewport } = desk.world();
  const first = list.firstLimit || firstPageSize(desk.world());
  return list.top + viewport.listRows <= first ? first : MAX_PAGE_SIZE;
}

/** After more arrivals than this many pages hold, the list starts again. */
const MAX_PAGES_OF_ARRIVALS = 10;

/** The page with those after it up to rows that the list has already: after a storm, arrivals fill more than one. */
async function upToList(desk: Desk, first: PageReply, read: Read): Promise<PageReply> {
  const { filter } = desk.world().list;
  let whole = first;
  for (let pages = 1; pages < MAX_PAGES_OF_ARRIVALS && !meetsList(desk.world(), whole); pages += 1) {
    const page = await readPage(desk, filter, read, { cursor: whole.nextCursor });
    if (!read.isCurrent() || 'error' in page) break;
    whole = { ...whole, data: [...whole.data, ...page.value.data], nextCursor: page.value.nextCursor };
  }
  return whole;
}

interface Incoming {
  readonly reply: PageReply;
  readonly limit: number;
  readonly how: 'jump' | 'poll';
}

async function takeIn(desk: Desk, { reply, limit, how: wanted }: Incoming, read: Read): Promise<void> {
  const { isOfflineSearch, isCached, cursorIndex } = desk.world().list;
  if (reply.isSame && isCached) desk.set({ ...confirmed(desk.world(), desk.now()), now: desk.centerNow() });
  if (reply.isSame) return;
  // The cursor must not fall off a page that ends before it.
  const how = isCached && cursorIndex >= reply.data.length ? 'poll' : wanted;
  const page: FirstPage = {
    limit,
    ids: pageIds(reply),
    nextCursor: reply.nextCursor,
    etag: reply.etag,
    at: desk.now(),
    isStale: read.isStale,
    isApart: how === 'jump' && (isOfflineSearch || isCached || !meetsList(desk.world(), reply)),
  };
  // Over a slow link, updating ages at every poll would send bytes that the agent did not ask for.
  const isTimed = how === 'jump' || isCached || desk.world().link === 'fast';
  const now = isTimed ? desk.centerNow() : desk.world().now;
  const world = { ...withConversations(desk.world(), reply.data, read), now };
  if (how === 'poll' && isCached) return void desk.store.setState(compareCached(world, page));
  const compared = how === 'jump' ? replaceFirstPage(world, page) : comparePage(world, page);
  desk.store.setState(compared.world);
  if (how === 'jump') desk.set({ list: fullWindow(desk.world()) });
  await explainDepartures(desk, compared.departed, read);
}
