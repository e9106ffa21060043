import { type RawBuilder, sql } from 'kysely';
import { areFew } from '../../database/statement.ts';
import type { Db } from '../../database/tables.ts';
import { calledConversations } from '../conversation/call.ts';
import { places } from '../conversation/place.ts';
import { isAboveFloor } from '../conversation/unread.ts';
import { contactsWith } from '../search/contact-word.ts';
import { wantedWords } from '../search/words.ts';
import { orderOf, type PageRow, type Wanted } from './conditions.ts';
import type { Filter } from './filter.ts';
import { isNumbered, matchCount } from './number.ts';
import {
  branches,
  countFrom,
  countWay,
  MAX_BRANCHES,
  type RangeSource,
  readWay,
  runQuery,
  selectFrom,
  shortestWay,
  together,
  tryFirst,
} from './ranges.ts';
import { findWords } from './words.ts';

/** The conversations of more contacts than these are not read one by one. */
const MAX_CONTACTS = 2_000;
/** Of more conversations than these that may be unread, the newest are looked at first. */
const MAX_UNREAD = 2_000;
/** PostgreSQL sorts this many matching rows; more of them fill a page before it has read many others. */
const MAX_SORTED = 5_000;

function among(column: string, found: RawBuilder<unknown>): RangeSource {
  return { index: 'none', more: [sql`${sql.ref(`c.${column}`)} in ${found}`], isFew: true };
}

/** The conversations that a filter names, if they are few: by their ids, calls, contacts or requesters. */
async function namedBy(db: Db, { filter }: Wanted): Promise<RangeSource | undefined> {
  const { ids, mentioned, followed, back, contacts, requesterIds, requesters, orphansOf } = filter;
  if (ids || contacts) return { index: 'none', isFew: true };
  if (orphansOf !== undefined) return { index: 'orphan', isFew: true };
  if (mentioned !== undefined) return among('id', calledConversations(mentioned, 'mention'));
  if (followed !== undefined) return among('id', calledConversations(followed, 'follow'));
  if (back !== undefined) return among('id', calledConversations(back, 'back'));
  if (requesterIds) return { index: 'by_requester' };
  if (!requesters) return undefined;
  const found = contactsWith(requesters);
  const isShort = await areFew(db, sql`${found} as found`, MAX_CONTACTS);
  return isShort ? { ...among('requester_id', found), index: 'by_requester' } : undefined;
}

/** An index that holds all matches and few other rows; undefined if there is none. */
async function shortSource(db: Db, wanted: Wanted, place: number): Promise<RangeSource | undefined> {
  const { later, waiting, due, unread } = wanted.filter;
  const named = await namedBy(db, wanted);
  if (named) return named;
  const order = orderOf(wanted.page);
  if (waiting || due !== undefined) return { index: 'waiting', isFew: order !== 'since' };
  if (later && place === places.listed) return { index: 'later', isFew: order !== 'snoozed_until' };
  const isShort = unread && (await areFew(db, sql`conversation as c where ${isAboveFloor(unread, 'c')}`, MAX_UNREAD));
  return isShort ? { index: 'unread', isFew: true } : undefined;
}

/** PostgreSQL has statistics: it finds the way, except where it takes few rows that match for many. */
async function findByPlan(db: Db, wanted: Wanted, place: number): Promise<readonly PageRow[]> {
  const { filter, page } = wanted;
  const order = orderOf(page);
  if (order === 'last_message_at' && filter.tagSets && filter.tagSets.length <= MAX_BRANCHES)
    return runQuery(db, wanted, branches(wanted, place));
  const isByTime = order === 'created_at' || order === 'updated_at';
  const isFew = isByTime && (await matchCount(db, { ...filter, places: [place] })) <= MAX_SORTED;
  return runQuery(db, wanted, selectFrom(wanted, place, { isFew }));
}

/** Of the open conversations many wait: their first rows fill a page. */
function waitsByTime({ filter, page, kind }: Wanted): boolean {
  return kind === 'sqlite' && filter.waiting && filter.due === undefined && orderOf(page) === 'last_message_at';
}

/** The page of one place. A filter with words is found by them: see words.ts. */
async function findIn(db: Db, wanted: Wanted, place: number): Promise<readonly PageRow[]> {
  const short = await shortSource(db, wanted, place);
  const tried = short?.index === 'waiting' && waitsByTime(wanted) ? await tryFirst(db, wanted, place) : undefined;
  if (tried) return tried;
  if (short) return runQuery(db, wanted, selectFrom(wanted, place, short));
  if (wanted.kind === 'postgres') return findByPlan(db, wanted, place);
  const first = await tryFirst(db, wanted, place);
  if (first) return first;
  const way = await shortestWay(db, wanted, place);
  return way ? readWay(db, wanted, place, way) : [];
}

/**
 * A filter as several, each with an index of its own; a conversation may match more than one. Conversations that have
 * come back to an agent are unread too, and a contact may be on a conversation with another requester.
 */
function apart(filter: Filter): Filter[] {
  const { unread, contacts, ids } = filter;
  if (unread?.hasWoken)
    return [
      { ...filter, unread: { ...unread, hasWoken: false } },
      { ...filter, unread: undefined, back: unread.agentId },
    ].flatMap(apart);
  if (!contacts || ids) return [filter];
  return [
    { ...filter, contacts: undefined, requesterIds: contacts },
    { ...filter, isOtherContact: true },
  ];
}

/** A request for the conversations that one of several filters matches. */
type PageRequest = Omit<Wanted, 'filter'>;

/** The first conversations that one of the filters matches, in the order of the page. */
export function findPage(db: Db, request: PageRequest, filters: readonly Filter[]): Promise<readonly PageRow[]> {
  const lists = filters.flatMap(apart).flatMap(filter => filter.places.map(place => ({ filter, place })));
  return together(lists, request.page, ({ filter, place }) => {
    const find = wantedWords(filter.text).length > 0 ? findWords : findIn;
    return find(db, { ...request, filter }, place);
  });
}

async function countIn(db: Db, wanted: Wanted, place: number): Promise<number> {
  const short = await shortSource(db, wanted, place);
  if (short || wanted.kind === 'postgres') return countFrom(db, wanted, place, short ?? {});
  const way = await shortestWay(db, wanted, place);
  return way ? countWay(db, wanted, place, way) : 0;
}

/**
 * How many conversations the filters find together, counted up to the page's number; `found`: all of them were found
 * already.
 */
export async function countMatches(
  db: Db,
  request: PageRequest,
  filters: readonly Filter[],
  found?: number,
): Promise<number> {
  const [only, ...others] = filters;
  if (!only) return 0;
  const most = request.page.take!;
  if (others.length === 0 && isNumbered(only)) return Math.min(await matchCount(db, only), most);
  if (found !== undefined) return found;
  if (others.length === 0 && apart(only).length === 1 && wantedWords(only.text).length === 0) {
    let number = 0;
    for (const place of only.places) number += await countIn(db, { ...request, filter: only }, place);
    return Math.min(number, most);
  }
  return (await findPage(db, request, filters)).length;
}
