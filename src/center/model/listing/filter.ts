import { sql } from 'kysely';
import type { QueryOf } from '../../../contract/endpoint.ts';
import type { Contract } from '../../../contract/index.ts';
import { openAlias } from '../../../contract/status.ts';
import type { Db } from '../../database/tables.ts';
import { type Caller, visibleHomes } from '../access.ts';
import { CLOSED_STATUS_ID, type Held, shelves } from '../conversation/mark.ts';
import { tagKey } from '../conversation/tag.ts';
import { type Reader, readerOf } from '../conversation/unread.ts';
import { countedIds } from '../numbers/read.ts';
import { wordsOfContact } from '../search/contact-word.ts';
import { wantedWords } from '../search/words.ts';
import { nameKey } from '../text-key.ts';
import { timeBounds } from './paging.ts';

/** A list's query, in the handler's form. */
export interface FilterQuery extends QueryOf<Contract['conversation']['list']> {
  /** Whether the list is sorted by a time that only waiting conversations have. */
  readonly isWaiting?: boolean;
  /** The same for those whose answer is due at some time. */
  readonly isDue?: boolean;
  /** The same for those that are put off. */
  readonly isLater?: boolean;
}

/** The values of `assign_key` that a query names. */
function keysOf(names: FilterQuery['assign_to'], caller: Caller): number[] {
  return (names ?? []).flatMap(one => (one === 'none' ? 0 : one === 'me' ? (caller.agentId ?? []) : one));
}

async function membersOf(db: Db, teamIds: readonly number[]): Promise<Set<number>> {
  const rows = await db.selectFrom('team_agent').select('agent_id').where('team_id', 'in', teamIds).execute();
  return new Set(rows.map(row => row.agent_id));
}

function without<T>(values: Iterable<T>, excluded: Iterable<T>): Set<T> {
  return new Set(values).difference(new Set(excluded));
}

/** The values of `assign_key` that a query asks for; undefined for any. */
async function assigneesOf(db: Db, query: FilterQuery, caller: Caller): Promise<number[] | undefined> {
  const excluded = query.not?.assign_to;
  let keys = query.assign_to && new Set(keysOf(query.assign_to, caller));
  if (query.team_ids) {
    const members = await membersOf(db, query.team_ids);
    keys = keys?.intersection(members) ?? members;
  }
  if (excluded) {
    const all = keys ?? [0, ...(await db.selectFrom('agent').select('id').execute()).map(row => row.id)];
    keys = without(all, keysOf(excluded, caller));
  }
  return keys && [...keys];
}

/** All values of `home_id`, including deleted inboxes: each is looked up in the index, and no row is skipped. */
async function allHomes(db: Db): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`with recursive home(id) as (
      select min(home_id) from conversation
      union all select (select min(home_id) from conversation where home_id > home.id) from home where home.id is not null)
    select id from home where id is not null`.execute(db);
  return rows.map(row => row.id);
}

/** The values of `home_id` for these names. Conversations of a deleted inbox are in none. */
async function homesNamed(db: Db, names: NonNullable<FilterQuery['inbox_ids']>): Promise<number[]> {
  const inboxes = await db.selectFrom('inbox').select(['id', 'kind']).execute();
  const there = new Set(inboxes.map(({ id }) => id));
  const isNamed = (id: number, kind: string) => names.includes(id) || (kind === 'spam' && names.includes('spam'));
  const ids = inboxes.filter(({ id, kind }) => isNamed(id, kind)).map(({ id }) => id);
  return names.includes('none') ? [...ids, ...without(await allHomes(db), there)] : ids;
}

/** The values of `home_id` that a query asks for, among the visible ones; undefined for any. */
async function homesOf(
  db: Db,
  query: FilterQuery,
  seen: readonly number[] | undefined,
): Promise<readonly number[] | undefined> {
  const excluded = query.not?.inbox_ids;
  const wanted = query.inbox_ids && (await homesNamed(db, query.inbox_ids));
  const homes = wanted ? wanted.filter(id => seen?.includes(id) ?? true) : seen;
  if (!excluded) return homes;
  return [...without(homes ?? (await allHomes(db)), await homesNamed(db, excluded))];
}

/** A limit on one of a conversation's times, in milliseconds; exclusive. */
export type TimeBound = readonly [field: string, operator: '<' | '>', value: number];

/** What the marks of a list's conversations must say. */
export interface Marked {
  readonly has?: readonly Held[];
  /** A customer waits. */
  readonly waiting: boolean;
  /** This agent has not read it. */
  readonly unread?: Reader;
  /** A machine wrote some of its mail. */
  readonly automatic?: true;
  /** A note calls this agent. */
  readonly mentioned?: number | undefined;
  /** The answer is due at this time or before, in milliseconds since 1970. */
  readonly due?: number | undefined;
}

/** The conversations of a list, as values of columns. Undefined for any. */
export interface Filter extends Marked {
  readonly shelves: readonly number[];
  readonly statuses: readonly number[] | undefined;
  readonly homes: readonly number[] | undefined;
  /** Values of `assign_key`. */
  readonly assignees: readonly number[] | undefined;
  readonly tags: readonly number[] | undefined;
  readonly ids?: readonly number[];
  readonly contacts?: readonly number[];
  /** The words that the requester's name and address must contain: see contact-word.ts. */
  readonly requesters?: readonly string[];
  /** None of these tags. */
  readonly notTags?: readonly number[];
  /** None of these marks. */
  readonly not?: Marked;
  readonly times: readonly TimeBound[];
  /** Only conversations without an inbox that are assigned to this agent. */
  readonly orphansOf: number | undefined;
  readonly text: string;
}

/** Only merged-away conversations if they are asked for; then archived or not, unless that is asked for too. */
function shelvesOf({ archived, merged, snoozed, isLater }: FilterQuery): number[] {
  const base = merged === '1' ? 2 : 0;
  const which = archived ?? (merged === '1' ? 'any' : '0');
  const listed = [...(which === '1' ? [] : [base]), ...(which === '0' ? [] : [base + shelves.archived])];
  const later = merged === '1' || which === '1' ? [] : [shelves.later];
  if (snoozed === '1' || isLater) return snoozed === '0' ? [] : later;
  return snoozed === '0' ? listed : [...listed, ...later];
}

async function statusIds(db: Db, names: readonly string[] | undefined): Promise<number[] | undefined> {
  if (!names) return undefined;
  const keys = names.map(name => nameKey(name)).map(key => (key === openAlias ? 'open' : key));
  const rows = await db.selectFrom('conversation_status').select('id').where('name_key', 'in', keys).execute();
  return rows.map(row => row.id);
}

async function statusesOf(db: Db, { status, not }: FilterQuery): Promise<number[] | undefined> {
  const wanted = await statusIds(db, status);
  const excluded = await statusIds(db, not?.status);
  if (!excluded) return wanted;
  const all = wanted ?? (await db.selectFrom('conversation_status').select('id').execute()).map(row => row.id);
  return all.filter(id => !excluded.includes(id));
}

async function tagIds(db: Db, names: readonly string[] | undefined): Promise<number[] | undefined> {
  if (!names) return undefined;
  const rows = await db.selectFrom('tag').select('id').where('name_key', 'in', names.map(tagKey)).execute();
  return rows.map(row => row.id);
}

function asksForNoWord(q = ''): boolean {
  return q.trim() !== '' && wantedWords(q).length === 0;
}

async function hasOrphans(db: Db, agentId: number): Promise<boolean> {
  const { rows } =
    await sql`select 1 from conversation where assign_to = ${agentId} and inbox_id is null limit 1`.execute(db);
  return rows.length > 0;
}

async function hasLater(db: Db): Promise<boolean> {
  const { rows } = await sql`select 1 from conversation where snoozed_until is not null limit 1`.execute(db);
  return rows.length > 0;
}

type Markable = Pick<
  FilterQuery,
  'has' | 'waiting' | 'late' | 'due_within' | 'isDue' | 'unread' | 'automatic' | 'mentioned'
>;

const MINUTE_MS = 60_000;
/** The latest time that a database holds. */
const ANY_TIME = 8.64e15;

/** The time up to which a query asks for due answers; undefined if it asks for none. */
function dueIn(now: number, { late, due_within: within, isDue }: Omit<FilterQuery, 'not'>): number | undefined {
  if (late === '1') return now;
  return within === undefined ? (isDue ? ANY_TIME : undefined) : now + within * MINUTE_MS;
}

async function countedAmong(db: Db, caller: Caller, counted: string, ids: FilterQuery['ids']): Promise<number[]> {
  const found = await countedIds(db, caller, counted);
  return ids ? found.filter(id => ids.includes(id)) : found;
}

/** Only what is asked for is defined. An API key has read everything, and no note calls it. */
function marksOf(query: Markable, reader: Reader | undefined, now: number): Marked {
  const { has, waiting, unread, automatic, mentioned } = query;
  return {
    due: dueIn(now, query),
    has,
    waiting: waiting === '1',
    unread: unread === '1' ? reader : undefined,
    automatic: automatic === '1' ? true : undefined,
    mentioned: mentioned === '1' ? reader?.agentId : undefined,
  };
}

/** Whether a query is found by those who wait; in the order of due times it is found by these. */
function asksToWait(query: FilterQuery, now: number): boolean {
  return query.isWaiting === true || (!query.isDue && dueIn(now, query) !== undefined);
}

/** A late answer is also due within any time: of the two limits the wider one is left out. */
function excludedIn(not: NonNullable<FilterQuery['not']>): Markable {
  return not.due_within === undefined ? not : { ...not, late: undefined };
}

/** The filters without what is unresolved; `spam`: where the rest is resolved, whatever its status. */
function resolvedOnly(filters: readonly Filter[], spam: readonly number[]): Filter[] {
  const closed = filters.map(one => ({
    ...one,
    statuses: (one.statuses ?? [CLOSED_STATUS_ID]).filter(id => id === CLOSED_STATUS_ID),
  }));
  const later = filters.map(one => ({ ...one, shelves: one.shelves.filter(shelf => shelf === shelves.later) }));
  return [...closed, { ...filters[0]!, homes: spam }, ...later];
}

/**
 * The meaning of a query for its caller: filters, one of which must match. None if nothing can match; one more for an
 * agent with conversations of deleted inboxes, which it sees whatever their inbox was, and for what is resolved by spam.
 */
export async function resolveFilters(
  { db, now }: { readonly db: Db; readonly now: number },
  query: FilterQuery,
  caller: Caller,
): Promise<Filter[]> {
  if (asksForNoWord(query.q)) return [];
  const seen = await visibleHomes(db, caller);
  const asksForOrphans = (query.inbox_ids?.includes('none') ?? true) && !query.not?.inbox_ids?.includes('none');
  const isOwner = seen !== undefined && asksForOrphans && (await hasOrphans(db, caller.agentId!));
  const reader = await readerOf(db, caller);
  if ((query.unread === '1' || query.mentioned === '1') && !reader) return [];
  // Each shelf is walked by itself: one that is empty is left out.
  const isAnyLater = query.snoozed !== undefined || query.isLater || (await hasLater(db));
  const filter = {
    shelves: shelvesOf(query).filter(shelf => shelf !== shelves.later || isAnyLater),
    statuses: await statusesOf(db, query),
    homes: await homesOf(db, query, seen),
    assignees: await assigneesOf(db, query, caller),
    tags: await tagIds(db, query.tags),
    ids: query.counted === undefined ? query.ids : await countedAmong(db, caller, query.counted, query.ids),
    contacts: query.contacts,
    requesters: query.from === undefined ? undefined : wordsOfContact(query.from),
    // Only a customer who waits has a due time, and those who wait are sorted by the last message too.
    ...marksOf(asksToWait(query, now) ? { ...query, waiting: '1' } : query, reader, now),
    notTags: await tagIds(db, query.not?.tags),
    not: query.not && marksOf(excludedIn(query.not), reader, now),
    times: timeBounds(query),
    orphansOf: undefined,
    text: query.q ?? '',
  };
  const filters: Filter[] = isOwner ? [filter, { ...filter, homes: undefined, orphansOf: caller.agentId! }] : [filter];
  const spam = query.inbox_ids ? [] : await homesOf(db, { ...query, inbox_ids: ['spam'] }, seen);
  return (query.not?.unresolved === '1' ? resolvedOnly(filters, spam!) : filters)
    .map(one =>
      one.waiting || one.due !== undefined ? { ...one, shelves: one.shelves.filter(shelf => shelf === 0) } : one,
    )
    .filter(one => !(one.not?.waiting && (one.waiting || one.due !== undefined)))
    .filter(one =>
      [one.shelves, one.statuses, one.homes, one.assignees, one.tags, one.ids, one.requesters].every(
        values => values === undefined || values.length > 0,
      ),
    );
}
