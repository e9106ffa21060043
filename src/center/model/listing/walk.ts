import { type RawBuilder, sql } from 'kysely';
import { MAX_PAGE_SIZE } from '../../../contract/schema.ts';
import { spanOf, spans } from '../../database/span.ts';
import { CLOSED_STATUS_ID, isAsked, isOpen, markKinds } from '../conversation/mark.ts';
import { isBeyond, limitsOfSecond } from './by-second.ts';
import type { TimeBound } from './filter.ts';
import {
  aliasOf,
  all,
  baseOf,
  beside,
  type Column,
  columns,
  hidden,
  isByAsked,
  isDoubled,
  type Lead,
  others,
  type PageRow,
  type Sql,
  timeRef,
  timesOf,
  type Wanted,
} from './lead.ts';
import { isIdLead } from './lead-id.ts';
import { aboutMark, isMarkLead, kindsOf, type MarkLead } from './lead-mark.ts';
import { isNamedLead, listed } from './lead-named.ts';
import type { Page } from './paging.ts';
import { farOff, stretchOf } from './times.ts';

/** True for the section of the order that a page can lie in. */
export function within(page: Page, times: readonly TimeBound[], order: string, id: string): Sql[] {
  const { below, above } = stretchOf(times, page);
  const at = sql.ref(order);
  return [
    ...(below === undefined ? [] : [sql`${at} < ${below}`]),
    ...(above === undefined ? [] : [sql`${at} > ${above}`]),
    ...(page.from ? [isBeyond(page, order, id)] : []),
  ];
}

/** A range of an index: the common values of its rows, and the limits of their sort time besides the filter. */
interface Branch {
  readonly alike: readonly Sql[];
  readonly times: readonly TimeBound[];
  /** The range is one for each of these inboxes, which are `home.key`: PostgreSQL plans them all at once. */
  readonly homes?: readonly number[];
}

function forEachHome({ homes }: Branch, rows: Sql): Sql {
  return homes ? sql`select found.* from ${listed(homes)} as home cross join lateral (${rows}) as found` : rows;
}

/** A conversation created before a time had its last message at most a span later. */
function spanBranches({ filter, page }: Wanted): Branch[] {
  const created = Math.min(...farOff(filter.times, page).map(([, , value]) => value));
  return filter.shelves.flatMap(shelf =>
    spans.map(({ key, most }) => ({
      alike: [sql`c.shelf = ${shelf}`, sql`${spanOf('c.')} = ${key}`],
      times: most === undefined ? [] : [[page.field, '<', created + most]],
    })),
  );
}

/** More ranges than this are not walked side by side. */
const MAX_BRANCHES = 32;

/** The agents whose unread open conversations are sorted for each of them; undefined if a list asks for others too. */
function ownersOf({ filter, page }: Wanted, lead: MarkLead): readonly number[] | undefined {
  const { assignees, shelves, statuses = [CLOSED_STATUS_ID] } = filter;
  const areOpen = shelves.every(shelf => shelf === 0) && !statuses.includes(CLOSED_STATUS_ID);
  return lead === 'unread' && areOpen && !isByAsked(page) && assignees && assignees.length <= MAX_BRANCHES
    ? assignees
    : undefined;
}

/**
 * Marks are also sorted for each inbox, and those of open conversations for each assignee. Waiting conversations are
 * sorted by `since`, and lie on no other shelf.
 */
function markBranches(wanted: Wanted, lead: MarkLead): Branch[] {
  const { filter, page, kind: database } = wanted;
  const kinds = kindsOf(filter, lead);
  const shelves = isByAsked(page) ? [undefined] : filter.shelves;
  const owners = ownersOf(wanted, lead);
  const homes = owners ? [] : (filter.homes ?? []);
  const isEach = homes.length > 0 && kinds.length * homes.length * shelves.length <= MAX_BRANCHES;
  const ofHomes = (): Pick<Branch, 'alike' | 'homes'>[] =>
    database === 'postgres' && homes.length > 1
      ? [{ alike: [sql`k.home_id = home.key`], homes }]
      : homes.map(home => ({ alike: [sql`k.home_id = ${home}`] }));
  const ofOwners = owners?.map(owner => ({ alike: [isOpen('k'), sql`k.assign_key = ${owner}`] }));
  const apart = ofOwners ?? (isEach ? ofHomes() : [{ alike: [] }]);
  return kinds.flatMap(kind =>
    apart.flatMap(one =>
      shelves.map(shelf => ({
        ...one,
        alike: [
          kind === markKinds.asked ? isAsked(database, 'k') : sql`k.kind = ${sql.lit(kind)}`,
          ...one.alike,
          ...(shelf === undefined ? [] : [sql`k.shelf = ${shelf}`]),
          aboutMark(filter, lead, kind, 'k'),
        ],
        times: [],
      })),
    ),
  );
}

function branchesOf(wanted: Wanted, lead: Lead): Branch[] {
  if (lead === 'spans') return spanBranches(wanted);
  const { filter } = wanted;
  if (isMarkLead(lead)) return markBranches(wanted, lead);
  // The index in this order has no others.
  if (lead === 'nothing' && wanted.page.field === 'snoozed_until')
    return [{ alike: [sql`c.snoozed_until is not null`], times: [] }];
  const alias = aliasOf(lead);
  const column = lead === 'tags' ? 'tag_id' : lead in columns ? columns[lead as Column] : undefined;
  const values = column === undefined ? [undefined] : filter[lead as Column | 'tags']!;
  return filter.shelves.flatMap(shelf =>
    values.map(value => ({
      alike: [
        ...(value === undefined ? [] : [sql`${sql.ref(`${alias}.${column}`)} = ${value}`]),
        sql`${sql.ref(`${alias}.shelf`)} = ${shelf}`,
      ],
      times: [],
    })),
  );
}

/**
 * Whether walking by spans avoids skipping all that was created too late; a tag would be looked up for each skipped
 * row.
 */
function keepsSpansApart({ filter, page }: Wanted): boolean {
  return (
    page.field === 'last_message_at' &&
    page.direction === 'desc' &&
    filter.tags === undefined &&
    farOff(filter.times, page).length > 0
  );
}

/** A list longer than any page, for counting, is read in another way. */
function isPage({ take }: Page): boolean {
  return take !== undefined && take <= MAX_PAGE_SIZE + 1;
}

/** Whether the rows of a lead are found by its ranges, however many they are: see range.ts. */
export function hasRanges({ page }: Wanted, lead: Lead): boolean {
  return page.field === 'last_message_at' && isPage(page) && (lead in columns || isNamedLead(lead));
}

/** How many ranges of its index a walk goes through side by side. */
export function rangeCount(wanted: Wanted, lead: Lead): number {
  return branchesOf(wanted, lead).reduce((sum, { homes }) => sum + (homes?.length ?? 1), 0);
}

/** Whether the rows of a lead are sorted, in not too many ranges. */
export function canWalk(wanted: Wanted, lead: Lead): boolean {
  if (lead === 'nothing') return !isByAsked(wanted.page);
  if (lead === 'spans') return keepsSpansApart(wanted);
  if (lead === 'text' || lead === 'times' || lead === 'orphans' || isIdLead(lead) || isNamedLead(lead)) return false;
  const isSorted =
    (wanted.page.field === 'last_message_at' && lead !== 'due') ||
    (lead === 'waiting' && wanted.page.field === 'waiting_since') ||
    (lead === 'due' && wanted.page.field === 'due_at');
  return isSorted && rangeCount(wanted, lead) <= MAX_BRANCHES;
}

export function limitsOf(field: string, second: number | undefined): TimeBound[] {
  if (second === undefined) return [];
  const { above, below } = limitsOfSecond(second);
  return [
    [field, '>', above],
    [field, '<', below],
  ];
}

/** The matching rows of one range, in order; with `most` all its rows, of which `passedPlan` checks the rest. */
function branchPlan(
  wanted: Wanted,
  lead: Lead,
  { alike, times }: Branch,
  { second, most }: { readonly second: number | undefined; readonly most: number | undefined },
): Sql {
  const { filter, page } = wanted;
  const base = baseOf(wanted, lead);
  const order = timeRef(base, page.field);
  const direction = sql.raw(page.direction);
  const otherTimes = filter.times.filter(([field]) => field !== page.field);
  const inTurn =
    second === undefined
      ? sql`${sql.ref(order)} ${direction}, ${sql.ref(base.id)} ${direction}`
      : sql`${hidden(base.id)} ${direction}`;
  const conditions = [
    ...alike,
    ...others(wanted, lead, most === undefined ? 'all' : 'joined'),
    ...(most === undefined ? timesOf(otherTimes, field => hidden(timeRef(base, field))) : []),
    ...within(page, [...filter.times, ...times, ...limitsOf(page.field, second)], order, base.id),
  ];
  const range = sql`from ${base.from} where ${all(conditions)} order by ${inTurn}`;
  const row = sql`${sql.ref(base.id)} as id, ${sql.ref(order)} as at`;
  if (most === undefined) return sql`select ${row} ${range} limit ${page.take}`;
  const copied = [
    ...Object.values(columns).map(name => sql.ref(`${base.at}.${name}`)),
    ...new Set(otherTimes.map(([field]) => field))
      .values()
      .map(field => sql`${sql.ref(timeRef(base, field))} as ${sql.ref(field)}`),
  ];
  return sql`select ${row}, ${sql.join(copied)} ${range}`;
}

/**
 * The beginning of a page: the matches among the first `most` rows of all ranges together. SQLite reads ranges in turn, up
 * to the row that fills the page, if it need not look for rows that are in several.
 */
function passedPlan(wanted: Wanted, lead: Lead, most: number): RawBuilder<PageRow> {
  const { filter, page, kind } = wanted;
  const direction = sql.raw(page.direction);
  const isInTurn = kind === 'sqlite' && !isDoubled(filter, lead);
  const inTurn = sql`order by at ${direction}, id ${direction}`;
  const first = sql`limit ${most}`;
  const branches = branchesOf(wanted, lead);
  const rows = branches.map(branch => branchPlan(wanted, lead, branch, { second: undefined, most }));
  const ranges = branches.map(
    (branch, at) =>
      sql`select * from (${forEachHome(branch, sql`${rows[at]} ${isInTurn ? sql`` : first}`)}) as ${sql.raw(`b${at}`)}`,
  );
  const together = sql.join(ranges, isInTurn ? sql` union all ` : sql` union `);
  const isOne = rangeCount(wanted, lead) === 1;
  const passed = isOne ? sql`${rows[0]} ${first}` : sql`${together} ${inTurn} ${first}`;
  const otherTimes = filter.times.filter(([field]) => field !== page.field);
  const conditions = [
    ...timesOf(otherTimes, field => sql.ref(`passed.${field}`)),
    ...beside(wanted, lead, sql.ref('passed.id'), 'passed'),
  ];
  return sql`select id, at from (${passed}) as passed where ${all([sql`1 = 1`, ...conditions])}
    ${inTurn} limit ${page.take}`;
}

/** The row before which no range of a lead has more than `most` rows of a page; undefined if none has so many at all. */
export function reachPlan(wanted: Wanted, lead: Lead, most: number): RawBuilder<PageRow> {
  const ends = branchesOf(wanted, lead).map(branch => {
    const rows = branchPlan(wanted, lead, branch, { second: undefined, most });
    const last = sql`select id, at from (${rows}) as b limit 1 offset ${most - 1}`;
    return sql`select * from (${forEachHome(branch, last)}) as last`;
  });
  return sql`${sql.join(ends, sql` union all `)} order by at ${sql.raw(wanted.page.direction)} limit 1`;
}

/**
 * Walks the sorted ranges of a lead until the page is full: an index contains the columns of most filters. With a
 * second it returns the rows of the page in that second, in the order of their ids; with `most` it checks at most that
 * many rows, and returns the beginning of the page.
 */
export function walkPlan(wanted: Wanted, lead: Lead, second?: number, most?: number): RawBuilder<PageRow> {
  const { page } = wanted;
  const direction = sql.raw(page.direction);
  if (most !== undefined) return passedPlan(wanted, lead, most);
  const branches = branchesOf(wanted, lead).map(branch =>
    forEachHome(branch, branchPlan(wanted, lead, branch, { second, most })),
  );
  if (rangeCount(wanted, lead) === 1) return branches[0] as RawBuilder<PageRow>;
  // Only `union`, because a conversation may have several of the tags.
  const together = sql.join(
    branches.map((branch, at) => sql`select id, at from (${branch}) as ${sql.raw(`b${at}`)}`),
    sql` union `,
  );
  const byTime = second === undefined ? sql`at ${direction}, ` : sql``;
  return sql`${together} order by ${byTime}id ${direction} limit ${page.take}`;
}
