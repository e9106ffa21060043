import { sql } from 'kysely';
import type { Db } from '../../database/tables.ts';
import { type Caller, visibleHomes } from '../access.ts';
import { CLOSED_STATUS_ID, places } from '../conversation/place.ts';
import { tagKey } from '../conversation/tag.ts';
import { readerOf } from '../conversation/unread.ts';
import { countedIds } from '../numbers/read.ts';
import { refuseFaults } from '../problem.ts';
import { rowIds } from '../rows.ts';
import { wordsOfContact } from '../search/contact-word.ts';
import { wantedWords } from '../search/words.ts';
import { statusNameKey } from '../status.ts';
import { type Asks, asksOf, asksToWait, excludedIn, type FilterQuery } from './asks.ts';
import { timeBounds } from './paging.ts';

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

/** The conversations of a list, as values of columns. Undefined for any. */
export interface Filter extends Asks {
  /** See `places`. */
  readonly places: readonly number[];
  /** Whether only conversations that are put off are wanted, or none of them. */
  readonly later: boolean | undefined;
  readonly statuses: readonly number[] | undefined;
  readonly homes: readonly number[] | undefined;
  /** Values of `assign_key`. */
  readonly assignees: readonly number[] | undefined;
  /** The sets with one of the tags. */
  readonly tagSets: readonly number[] | undefined;
  readonly ids?: readonly number[] | undefined;
  readonly contacts?: readonly number[] | undefined;
  /** One of these agents has written a message. */
  readonly writers?: readonly number[] | undefined;
  /** The contacts are not the requesters. */
  readonly isOtherContact?: true;
  /** One of these contacts is the requester. */
  readonly requesterIds?: readonly number[] | undefined;
  /** The words that the requester's name and address must contain: see contact-word.ts. */
  readonly requesters?: readonly string[] | undefined;
  /** None of these sets of tags. */
  readonly notTagSets?: readonly number[] | undefined;
  /** Nothing that is asked here. */
  readonly not?: Asks | undefined;
  readonly times: readonly TimeBound[];
  /** Only conversations without an inbox that are assigned to this agent. */
  readonly orphansOf: number | undefined;
  readonly text: string;
}

/** The places to list: those of merged conversations only if the query asks for them. Snoozed ones are listed. */
function placesOf({ archived = '0', merged, snoozed, order }: FilterQuery): Pick<Filter, 'places' | 'later'> {
  const base = merged === '1' ? places.merged : places.listed;
  const all = [...(archived === '1' ? [] : [base]), ...(archived === '0' ? [] : [base + places.archived])];
  if (snoozed === '1' || order === 'snoozed_until')
    return { places: snoozed === '0' ? [] : all.filter(place => place === places.listed), later: true };
  return { places: all, later: snoozed === '0' ? false : undefined };
}

/** Throws `validation_failed` for several names in one value: as one name, they would list nothing in silence. */
async function statusIds(db: Db, path: string, names: readonly string[] | undefined): Promise<number[] | undefined> {
  if (!names) return undefined;
  const statuses = await db.selectFrom('conversation_status').select(['id', 'name_key']).execute();
  const known = new Set(statuses.map(status => status.name_key));
  const isSeveral = (name: string) =>
    !known.has(statusNameKey(name)) && name.includes(',') && name.split(',').some(one => known.has(statusNameKey(one)));
  refuseFaults(
    names.filter(isSeveral).map(
      name =>
        [
          path,
          `has several names: say ${name
            .split(',')
            .map(one => `${path}=${one.trim()}`)
            .join('&')}`,
        ] as const,
    ),
  );
  const keys = names.map(statusNameKey);
  return statuses.filter(status => keys.includes(status.name_key)).map(status => status.id);
}

async function statusesOf(db: Db, { status, not }: FilterQuery): Promise<number[] | undefined> {
  const wanted = await statusIds(db, 'status', status);
  const excluded = await statusIds(db, 'not[status][]', not?.status);
  if (!excluded) return wanted;
  const all = wanted ?? (await db.selectFrom('conversation_status').select('id').execute()).map(row => row.id);
  return all.filter(id => !excluded.includes(id));
}

/** The sets of tags with one of these. */
async function tagSetsWith(db: Db, names: readonly string[]): Promise<number[]> {
  const rows = await db
    .selectFrom('tag')
    .innerJoin('tag_set_tag', 'tag_set_tag.tag_id', 'tag.id')
    .select('tag_set_id as id')
    .distinct()
    .where('name_key', 'in', names.map(tagKey))
    .execute();
  return rowIds(rows);
}

/** If no more sets than these are without the excluded tags, they are found rather than the others left out. */
const FEW_SETS = 16;

/** The sets of tags that a query asks for, or those that it excludes. */
async function tagSetsOf(db: Db, { tags, not }: FilterQuery): Promise<Pick<Filter, 'tagSets' | 'notTagSets'>> {
  const wanted = tags && (await tagSetsWith(db, tags));
  const excluded = not?.tags ? await tagSetsWith(db, not.tags) : [];
  if (wanted || excluded.length === 0) return { tagSets: wanted?.filter(id => !excluded.includes(id)) };
  const left = await db
    .selectFrom('tag_set')
    .select('id')
    .where('id', 'not in', excluded)
    .limit(FEW_SETS + 1)
    .execute();
  return left.length > FEW_SETS ? { tagSets: undefined, notTagSets: excluded } : { tagSets: rowIds(left) };
}

function asksForNoWord(q = ''): boolean {
  return q.trim() !== '' && wantedWords(q).length === 0;
}

async function hasOrphans(db: Db, agentId: number): Promise<boolean> {
  const { rows } =
    await sql`select 1 from conversation where assign_key = ${agentId} and inbox_id is null limit 1`.execute(db);
  return rows.length > 0;
}

async function countedAmong(db: Db, caller: Caller, counted: string, ids: FilterQuery['ids']): Promise<number[]> {
  const found = await countedIds(db, caller, counted);
  return ids ? found.filter(id => ids.includes(id)) : found;
}

/** The filters without unresolved conversations; `spam`: the inboxes in which all others are resolved. */
function resolvedOnly(filters: readonly Filter[], spam: readonly number[]): Filter[] {
  const closed = filters.map(one => ({
    ...one,
    statuses: (one.statuses ?? [CLOSED_STATUS_ID]).filter(id => id === CLOSED_STATUS_ID),
  }));
  const later = filters
    .filter(one => one.later !== false)
    .map(one => ({ ...one, later: true, places: one.places.filter(place => place === places.listed) }));
  return [...closed, { ...filters[0]!, homes: spam }, ...later];
}

/** No customer waits in conversations that are archived, merged away or put off. */
function onlyListed(filter: Filter): Filter {
  const isAny = filter.later !== true;
  return { ...filter, places: filter.places.filter(place => isAny && place === places.listed), later: false };
}

/** The spam inbox, if the query names no inbox and the caller sees it. */
async function spamAmong(db: Db, query: FilterQuery, seen: readonly number[] | undefined): Promise<readonly number[]> {
  return query.inbox_ids ? [] : ((await homesOf(db, { ...query, inbox_ids: ['spam'] }, seen)) ?? []);
}

/**
 * The meaning of a query for its caller: filters, one of which must match. None if nothing can match; one more for an
 * agent with conversations of deleted inboxes, which it sees in any case, and for those that count as resolved because
 * they are spam.
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
  if ([query.unread, query.mentioned, query.followed].includes('1') && !reader) return [];
  const filter = {
    ...placesOf(query),
    statuses: await statusesOf(db, query),
    homes: await homesOf(db, query, seen),
    assignees: await assigneesOf(db, query, caller),
    ...(await tagSetsOf(db, query)),
    ids: query.counted === undefined ? query.ids : await countedAmong(db, caller, query.counted, query.ids),
    contacts: query.contacts,
    writers: query.by,
    requesters: query.from === undefined ? undefined : wordsOfContact(query.from),
    // Only waiting customers have a due time, and waiting ones are sorted by the last message too.
    ...asksOf(asksToWait(query, now) ? { ...query, waiting: '1' } : query, reader, now),
    not: query.not && asksOf(excludedIn(query.not), reader, now),
    times: timeBounds(query),
    orphansOf: undefined,
    text: query.q ?? '',
  };
  const filters: Filter[] = isOwner ? [filter, { ...filter, homes: undefined, orphansOf: caller.agentId! }] : [filter];
  return (query.not?.unresolved === '1' ? resolvedOnly(filters, await spamAmong(db, query, seen)) : filters)
    .map(one => (one.waiting || one.due !== undefined ? onlyListed(one) : one))
    .filter(one => !(one.not?.waiting && (one.waiting || one.due !== undefined)))
    .filter(one =>
      [one.places, one.statuses, one.homes, one.assignees, one.tagSets, one.ids, one.requesters, one.writers].every(
        values => values === undefined || values.length > 0,
      ),
    );
}
