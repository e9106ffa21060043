import { sql } from 'kysely';
import { openAlias } from '../../../contract/status.ts';
import type { Db } from '../../database/tables.ts';
import { type Caller, visibleHomes } from '../access.ts';
import type { Held } from '../conversation/mark.ts';
import { tagKey } from '../conversation/tag.ts';
import { type Reader, readerOf } from '../conversation/unread.ts';
import { wordsOfContact } from '../search/contact-word.ts';
import { wantedWords } from '../search/words.ts';
import { nameKey } from '../text-key.ts';
import { type AgentNames, type Assignees, assigneesOf, homesOf, type InboxNames } from './filter-values.ts';
import { timeBounds } from './paging.ts';

/** A list's query, in the handler's form. */
export interface FilterQuery extends Assignees {
  readonly status?: readonly string[];
  readonly inbox_ids?: InboxNames;
  readonly tags?: readonly string[];
  readonly ids?: readonly number[];
  readonly contacts?: readonly number[];
  readonly from?: string;
  readonly has?: readonly Held[];
  readonly not?: {
    readonly assign_to?: AgentNames;
    readonly status?: readonly string[];
    readonly inbox_ids?: InboxNames;
    readonly tags?: readonly string[];
  };
  readonly archived?: '0' | '1' | 'any';
  readonly merged?: '0' | '1';
  readonly q?: string;
  readonly count?: '0' | '1';
  readonly waiting?: '0' | '1';
  readonly unread?: '0' | '1';
  /** Whether the list is sorted by a time that only waiting conversations have. */
  readonly isWaiting?: boolean;
  readonly before?: Readonly<Record<string, string | undefined>>;
  readonly after?: Readonly<Record<string, string | undefined>>;
}

/** A limit on one of a conversation's times, in milliseconds; exclusive. */
export type TimeBound = readonly [field: string, operator: '<' | '>', value: number];

/** The conversations of a list, as values of columns. Undefined for any. */
export interface Filter {
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
  readonly has?: readonly Held[];
  /** None of these tags. */
  readonly notTags?: readonly number[];
  /** Only conversations in which a customer waits. */
  readonly waiting: boolean;
  /** Only conversations that this agent has not read. */
  readonly unread?: Reader;
  readonly times: readonly TimeBound[];
  /** Only conversations without an inbox that are assigned to this agent. */
  readonly orphansOf: number | undefined;
  readonly text: string;
}

/** Only merged-away conversations if they are asked for; then archived or not, unless that is asked for too. */
function shelvesOf({ archived, merged }: FilterQuery): number[] {
  const base = merged === '1' ? 2 : 0;
  const which = archived ?? (merged === '1' ? 'any' : '0');
  return which === 'any' ? [base, base + 1] : [base + Number(which)];
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

/** Whether a search consists of signs only. */
function asksForNoWord(q = ''): boolean {
  return q.trim() !== '' && wantedWords(q).length === 0;
}

async function hasOrphans(db: Db, agentId: number): Promise<boolean> {
  const { rows } =
    await sql`select 1 from conversation where assign_to = ${agentId} and inbox_id is null limit 1`.execute(db);
  return rows.length > 0;
}

/**
 * The meaning of a query for its caller: filters, one of which must match. None if nothing can match; two for an agent
 * with conversations of deleted inboxes, which it sees whatever their inbox was.
 */
export async function resolveFilters(db: Db, query: FilterQuery, caller: Caller): Promise<Filter[]> {
  if (asksForNoWord(query.q)) return [];
  const seen = await visibleHomes(db, caller);
  const asksForOrphans = (query.inbox_ids?.includes('none') ?? true) && !query.not?.inbox_ids?.includes('none');
  const isOwner = seen !== undefined && asksForOrphans && (await hasOrphans(db, caller.agentId!));
  const reader = await readerOf(db, caller);
  if (query.unread === '1' && !reader) return [];
  const filter = {
    shelves: shelvesOf(query),
    statuses: await statusesOf(db, query),
    homes: await homesOf(db, query, seen),
    assignees: await assigneesOf(db, query, caller),
    tags: await tagIds(db, query.tags),
    ids: query.ids,
    contacts: query.contacts,
    requesters: query.from === undefined ? undefined : wordsOfContact(query.from),
    has: query.has,
    notTags: await tagIds(db, query.not?.tags),
    waiting: query.waiting === '1' || query.isWaiting === true,
    unread: query.unread === '1' ? reader : undefined,
    times: timeBounds(query),
    orphansOf: undefined,
    text: query.q ?? '',
  };
  const filters: Filter[] = isOwner ? [filter, { ...filter, homes: undefined, orphansOf: caller.agentId! }] : [filter];
  return filters
    .filter(one => !one.waiting || one.shelves.includes(0))
    .filter(one =>
      [one.statuses, one.homes, one.assignees, one.tags, one.requesters].every(
        values => values === undefined || values.length > 0,
      ),
    );
}
