import { setImmediate as nextTurn } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Db } from '../../database/tables.ts';
import { CLOSED_STATUS_ID, places } from '../conversation/place.ts';
import { all, columnIsIn, conditionsOf, orderOf, type PageRow, type Sql, type Wanted } from './conditions.ts';
import { numbersOf } from './number.ts';
import { afterCursor, type Page } from './paging.ts';

/** A section of an index: the common values of its rows, which are sorted by the column `order` and their ids. */
interface Range {
  readonly index: string;
  readonly alike: readonly Sql[];
  readonly order: string;
}

/** Rows that are read together: those of an index, or named ones. */
export interface RangeSource {
  /** SQLite is forced to take it; PostgreSQL has statistics. */
  readonly index?: string | 'none';
  readonly from?: Sql;
  readonly more?: readonly Sql[];
  /** PostgreSQL sorts the rows: it must not walk all conversations in their order to find a few. */
  readonly isFew?: boolean;
}

/** Reads rows, unless the caller has hung up. */
export async function runQuery(db: Db, { signal }: Wanted, query: Sql): Promise<readonly PageRow[]> {
  signal?.throwIfAborted();
  return (await query.execute(db)).rows as PageRow[];
}

function fromOf({ kind }: Wanted, { index, from }: RangeSource): Sql {
  if (from) return from;
  if (kind === 'postgres' || index === undefined) return sql`conversation as c`;
  return index === 'none'
    ? sql`conversation as c not indexed`
    : sql`conversation as c indexed by ${sql.ref(`conversation_${index}`)}`;
}

function turnOf({ kind, page }: Wanted, { isFew }: RangeSource): Sql {
  const direction = sql.raw(page.direction);
  const at = sql.ref(`c.${orderOf(page)}`);
  return sql`${kind === 'postgres' && isFew ? sql`${at} + 0` : at} ${direction}, c.id ${direction}`;
}

/** The rows of a source that match, in the order of the page and as many as it has. */
export function selectFrom(wanted: Wanted, place: number, source: RangeSource): Sql {
  const { page } = wanted;
  const order = orderOf(page);
  const conditions = [...conditionsOf(wanted, place), afterCursor(page, `c.${order}`, 'c.id'), ...(source.more ?? [])];
  const limit = page.take === undefined ? sql`` : sql`limit ${page.take}`;
  return sql`select c.id as id, ${sql.ref(`c.${order}`)} as at from ${fromOf(wanted, source)}
    where ${all(conditions)} order by ${turnOf(wanted, source)} ${limit}`;
}

/** How many rows of a source match, up to the page's number: no row leaves the database. */
export async function countFrom(db: Db, wanted: Wanted, place: number, source: RangeSource): Promise<number> {
  wanted.signal?.throwIfAborted();
  const conditions = all([...conditionsOf(wanted, place), ...(source.more ?? [])]);
  const { rows } = await sql<{ number: number | string }>`select count(*) as number from (select 1
    from ${fromOf(wanted, source)} where ${conditions} limit ${wanted.page.take}) as counted`.execute(db);
  return Number(rows[0]!.number);
}

/** The rows of several lists, which `find` finds one after the other, as one page without duplicates. */
export async function together<List>(
  lists: Iterable<List>,
  page: Page,
  find: (list: List) => Promise<readonly PageRow[]>,
): Promise<readonly PageRow[]> {
  const sign = page.direction === 'asc' ? 1 : -1;
  const rows = new Map<number, PageRow>();
  for (const list of lists) for (const row of await find(list)) rows.set(row.id, row);
  return [...rows.values()].sort((a, b) => sign * (a.at - b.at || a.id - b.id)).slice(0, page.take);
}

function isOpen({ filter }: Wanted, place: number): boolean {
  const { statuses, waiting, due } = filter;
  const isSaid = waiting || due !== undefined || (statuses !== undefined && !statuses.includes(CLOSED_STATUS_ID));
  return place === places.listed && isSaid;
}

const columns = {
  assignees: ['by_assignee', 'assign_key'],
  homes: ['by_home', 'home_id'],
  tagSets: ['by_tag_set', 'tag_set_id'],
} as const;
type RangeColumn = keyof typeof columns;

/** The ranges of an index by one of the filter's columns, one for each value. */
function rangesBy({ filter }: Wanted, place: number, part: RangeColumn): Range[] {
  const [index, column] = columns[part];
  return filter[part]!.map(value => ({
    index,
    alike: [columnIsIn(column, [value]), sql`c.place = ${sql.lit(place)}`],
    order: 'last_message_at',
  }));
}

/** The range with all conversations of a place, or all open ones, in the order of the page if there is one. */
function wholeRange(wanted: Wanted, place: number): Range {
  const order = orderOf(wanted.page);
  const alike = [sql`c.place = ${sql.lit(place)}`];
  if (order === 'created_at') return { index: 'by_created', alike, order };
  if (order === 'updated_at') return { index: 'by_updated', alike, order };
  const index = isOpen(wanted, place) ? 'open' : 'by_time';
  const open = [...alike, sql`c.status_id <> ${sql.lit(CLOSED_STATUS_ID)}`];
  return { index, alike: index === 'open' ? open : alike, order: 'last_message_at' };
}

type At = Pick<Page, 'from' | 'direction'>;

/** The row of a range at a distance; undefined if there are fewer. */
async function edgeOf(db: Db, wanted: Wanted, range: Range, at: At, rows: number): Promise<PageRow | undefined> {
  const direction = sql.raw(at.direction);
  const order = sql.ref(`c.${range.order}`);
  const conditions = all([...range.alike, afterCursor(at, `c.${range.order}`, 'c.id')]);
  const found = await runQuery(
    db,
    wanted,
    sql`select c.id as id, ${order} as at from ${fromOf(wanted, range)} where ${conditions}
      order by ${order} ${direction}, c.id ${direction} limit 1 offset ${rows - 1}`,
  );
  return found[0];
}

function upTo({ order }: Range, edge: PageRow | undefined, { direction }: At): Sql[] {
  if (!edge) return [];
  const until = sql.raw(direction === 'asc' ? '<=' : '>=');
  return [sql`(${sql.ref(`c.${order}`)}, c.id) ${until} (${edge.at}, ${edge.id})`];
}

/** This many rows in the order of a list are tried: they fill nearly every page. */
const TRIED_ROWS = 2_000;

/** A page that the first rows of a range fill, or that the range ends before; undefined if these are not enough. */
export async function tryFirst(db: Db, wanted: Wanted, place: number): Promise<readonly PageRow[] | undefined> {
  const { filter, page } = wanted;
  const order = orderOf(page);
  // Only the index of open conversations has the waiting time.
  const isByPart = order === 'last_message_at' && !filter.waiting;
  const parts = isByPart ? (['assignees', 'homes', 'tagSets'] as const) : [];
  const part = parts.find(one => filter[one]?.length === 1);
  const range = part ? rangesBy(wanted, place, part)[0]! : wholeRange(wanted, place);
  if (range.order !== order || page.take === undefined) return undefined;
  const edge = await edgeOf(db, wanted, range, page, TRIED_ROWS);
  const more = [...range.alike, ...upTo(range, edge, page)];
  const rows = await runQuery(db, wanted, selectFrom(wanted, place, { index: range.index, more }));
  return !edge || rows.length === page.take ? rows : undefined;
}

/** This many rows are read before other requests are answered. */
export const WINDOW_ROWS = 20_000;

/** The conditions of each window of a range, from a row on. */
async function* windowsOf(db: Db, wanted: Wanted, range: Range, from?: Page['from']): AsyncGenerator<readonly Sql[]> {
  let at: At = { direction: wanted.page.direction, from };
  for (;;) {
    const edge = await edgeOf(db, wanted, range, at, WINDOW_ROWS);
    yield [...range.alike, afterCursor(at, `c.${range.order}`, 'c.id'), ...upTo(range, edge, at)];
    if (!edge) return;
    at = { ...at, from: [edge.at, edge.id] };
    await nextTurn();
  }
}

/** The matching rows of a range; in the order of the page only until that is full. */
async function readRange(db: Db, wanted: Wanted, place: number, range: Range): Promise<readonly PageRow[]> {
  const { page } = wanted;
  const isInOrder = range.order === orderOf(page);
  const found: PageRow[] = [];
  for await (const more of windowsOf(db, wanted, range, isInOrder ? page.from : undefined)) {
    found.push(...(await runQuery(db, wanted, selectFrom(wanted, place, { index: range.index, more }))));
    if (isInOrder && found.length >= (page.take ?? Number.POSITIVE_INFINITY)) break;
  }
  return found;
}

/** This many sets of tags are read in order beside each other. */
export const MAX_BRANCHES = 16;

/** The first rows of each of a few sets of tags. */
export function branches(wanted: Wanted, place: number): Sql {
  const { filter, page } = wanted;
  const direction = sql.raw(page.direction);
  const each = filter.tagSets!.map(set => {
    const rows = selectFrom({ ...wanted, filter: { ...filter, tagSets: [set] } }, place, { index: 'by_tag_set' });
    return sql`select * from (${rows}) as one`;
  });
  const limit = page.take === undefined ? sql`` : sql`limit ${page.take}`;
  return sql`select id, at from (${sql.join(each, sql` union all `)}) as every
    order by at ${direction}, id ${direction} ${limit}`;
}

/** The shortest way to the rows of a place: the ranges of an index, and how many rows they have. */
export interface AccessPath {
  readonly part: RangeColumn | 'all';
  readonly ranges: readonly Range[];
  readonly rows: number;
}

async function countSets(db: Db, wanted: Wanted, place: number, most: number): Promise<number> {
  const { rows } = await sql<{ rows: number | string }>`select count(*) as rows from (select 1
    from ${fromOf(wanted, { index: 'by_tag_set' })} where ${columnIsIn('tag_set_id', wanted.filter.tagSets!)}
      and c.place = ${sql.lit(place)} limit ${most}) as counted`.execute(db);
  return Number(rows[0]!.rows);
}

/** Chooses the index that has the fewest rows to read, by the numbers that are kept; undefined if nothing matches. */
export async function shortestWay(db: Db, wanted: Wanted, place: number): Promise<AccessPath | undefined> {
  const { later, statuses, homes, assignees, waiting, tagSets } = wanted.filter;
  const every = { places: [place] };
  const [matching, whole, byHome, byAssignee] = await numbersOf(db, [
    { ...every, later, statuses, homes, assignees, waiting },
    { ...every, isOpen: isOpen(wanted, place) },
    { ...every, homes },
    { ...every, assignees },
  ]);
  if (matching === 0) return undefined;
  const ways: AccessPath[] = [{ part: 'all', rows: whole!, ranges: [wholeRange(wanted, place)] }];
  const add = (part: RangeColumn, rows: number) => ways.push({ part, rows, ranges: rangesBy(wanted, place, part) });
  if (homes) add('homes', byHome!);
  if (assignees) add('assignees', byAssignee!);
  if (tagSets) add('tagSets', await countSets(db, wanted, place, Math.min(...ways.map(({ rows }) => rows))));
  return ways.toSorted((a, b) => a.rows - b.rows)[0]!;
}

/** The matching rows of a way, in the order of the page. */
export async function readWay(
  db: Db,
  wanted: Wanted,
  place: number,
  { part, ranges }: AccessPath,
): Promise<readonly PageRow[]> {
  const isInOrder = orderOf(wanted.page) === 'last_message_at';
  if (part === 'tagSets' && isInOrder && ranges.length <= MAX_BRANCHES)
    return runQuery(db, wanted, branches(wanted, place));
  if (part === 'tagSets') return runQuery(db, wanted, selectFrom(wanted, place, { index: 'by_tag_set' }));
  return together(ranges, wanted.page, range => readRange(db, wanted, place, range));
}

/** How many rows of a way match, up to the page's number or some more. */
export async function countWay(db: Db, wanted: Wanted, place: number, { part, ranges }: AccessPath): Promise<number> {
  if (part === 'tagSets') return countFrom(db, wanted, place, { index: 'by_tag_set' });
  let number = 0;
  for (const range of ranges)
    for await (const more of windowsOf(db, wanted, range)) {
      number += await countFrom(db, wanted, place, { index: range.index, more });
      if (number >= (wanted.page.take ?? Number.POSITIVE_INFINITY)) return number;
    }
  return number;
}
