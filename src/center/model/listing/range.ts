import { type RawBuilder, sql } from 'kysely';
import { isOtherKind } from '../conversation/mark.ts';
import {
  aliasOf,
  all,
  baseOf,
  type Column,
  columns,
  hidden,
  type Lead,
  others,
  type PageRow,
  type Sql,
  timeRef,
  timesOf,
  type Wanted,
} from './lead.ts';
import { isNamedLead, listed, rangesNamed } from './lead-named.ts';
import { limitsOf, within } from './walk.ts';

/** With more inboxes than this, a filter checks the inbox of each row instead of reading a range per inbox. */
const MAX_HOME_RANGES = 4;

/** The column with a common value in a lead's ranges, and a subquery with its values as `key`. */
function keysOf({ filter }: Wanted, lead: Lead): { readonly column: string; readonly keys: Sql } {
  if (!isNamedLead(lead)) return { column: `c.${columns[lead as Column]}`, keys: listed(filter[lead as Column]!) };
  const { column, keys } = rangesNamed(lead);
  return { column, keys: keys(filter) };
}

function homesApart({ filter }: Wanted, lead: Lead): readonly number[] | undefined {
  return isNamedLead(lead) && rangesNamed(lead).hasHomes && filter.homes && filter.homes.length <= MAX_HOME_RANGES
    ? filter.homes
    : undefined;
}

/** The ranges as rows: `key`, `shelf`, and `home` if those are separate. */
function rangesOf(wanted: Wanted, lead: Lead): Sql {
  const shelves = sql`(select column1 as shelf from (values ${sql.join(
    wanted.filter.shelves.map(shelf => sql`(${sql.lit(shelf)})`),
  )}) as given)`;
  const homes = homesApart(wanted, lead);
  const { keys } = keysOf(wanted, lead);
  const apart = homes ? sql` cross join ${listed(homes)} as homes` : sql``;
  return sql`(select keys.key as key, shelves.shelf as shelf${homes ? sql`, homes.key as home` : sql``}
    from ${keys} as keys cross join ${shelves} as shelves${apart})`;
}

function inRange(wanted: Wanted, lead: Lead, alias: string, second?: number): Sql[] {
  const { filter, page } = wanted;
  const base = baseOf(wanted, lead);
  const column = (name: string) => sql.ref(`${aliasOf(lead)}.${name}`);
  return [
    sql`${sql.ref(keysOf(wanted, lead).column)} = ${sql.ref(`${alias}.key`)}`,
    // An index of the conversations contains those whose set of tags is known.
    ...(isNamedLead(lead) && aliasOf(lead) === 'c' ? [sql`c.tag_set_id is not null`] : []),
    ...(isNamedLead(lead) && aliasOf(lead) === 'k' ? [isOtherKind('k')] : []),
    sql`${column('shelf')} = ${sql.ref(`${alias}.shelf`)}`,
    ...(homesApart(wanted, lead) ? [sql`${column('home_id')} = ${sql.ref(`${alias}.home`)}`] : []),
    ...others(wanted, lead),
    ...timesOf(
      filter.times.filter(([field]) => field !== page.field),
      field => hidden(timeRef(base, field)),
    ),
    ...within(page, [...filter.times, ...limitsOf(page.field, second)], timeRef(base, page.field), base.id),
  ];
}

/** A conversation may be in several ranges. */
function isDoubled(lead: Lead): boolean {
  return lead === 'byOtherContact';
}

/**
 * The first rows of many sorted ranges, however long they are. A page that begins with the newest rows can only contain
 * rows of the ranges whose own newest rows are the newest, at most as many ranges as the page has rows. So one row of
 * each range is read, and of these ranges no more than a page.
 */
function firstsPlan(wanted: Wanted, lead: Lead): RawBuilder<PageRow> {
  const { page } = wanted;
  const base = baseOf(wanted, lead);
  const order = sql.ref(timeRef(base, page.field));
  const direction = sql.raw(page.direction);
  const inOrder = sql`${order} ${direction}, ${sql.ref(base.id)} ${direction}`;
  // Several ranges may begin with the same row: then that many ranges may be too few.
  const limit = isDoubled(lead) ? sql`` : sql` limit ${page.take}`;
  const farthest = page.direction === 'desc' ? sql`min(first)` : sql`max(first)`;
  const isAhead = page.direction === 'desc' ? sql`>=` : sql`<=`;
  const reach = isDoubled(lead)
    ? sql``
    : sql` and (${order} ${isAhead} (select ${farthest} from heads) or (select count(*) from heads) < ${page.take})`;
  const rows = sql`select ${sql.ref(base.id)} as id, ${order} as at from ${base.from}
    where ${all(inRange(wanted, lead, 'heads'))}${reach} order by ${inOrder} limit ${page.take}`;
  const together =
    wanted.kind === 'sqlite'
      ? sql`select r.id as id, r.${sql.ref(page.field)} as at from heads cross join conversation as r
          where r.id in (select id from (${rows}) as some)`
      : sql`select r.id as id, r.at as at from heads cross join lateral (${rows}) as r`;
  return sql`with ranges as materialized (select b.*, (select ${order} from ${base.from}
      where ${all(inRange(wanted, lead, 'b'))} order by ${inOrder} limit 1) as first from ${rangesOf(wanted, lead)} as b),
    heads as materialized (select * from ranges where first is not null order by first ${direction}${limit})
    select ${sql.raw(isDoubled(lead) ? 'distinct' : '')} id, at from (${together}) as found
    order by at ${direction}, id ${direction} limit ${page.take}`;
}

/** The rows of all ranges that lie in one second, in the order of their ids. */
function secondPlan(wanted: Wanted, lead: Lead, second: number): RawBuilder<PageRow> {
  const { page } = wanted;
  const base = baseOf(wanted, lead);
  const direction = sql.raw(page.direction);
  return sql`select ${sql.raw(isDoubled(lead) ? 'distinct' : '')} ${sql.ref(base.id)} as id,
      ${sql.ref(timeRef(base, page.field))} as at
    from ${rangesOf(wanted, lead)} as b cross join ${base.from} where ${all(inRange(wanted, lead, 'b', second))}
    order by id ${direction} limit ${page.take}`;
}

/** The rows of a page by the ranges of a lead, or those of them in one second: see `walkPlan`. */
export function rangePlan(wanted: Wanted, lead: Lead, second?: number): RawBuilder<PageRow> {
  return second === undefined ? firstsPlan(wanted, lead) : secondPlan(wanted, lead, second);
}
