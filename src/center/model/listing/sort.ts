import { type RawBuilder, sql } from 'kysely';
import { searchDialects } from '../../database/search.ts';
import { isBeyond, secondIn } from './by-second.ts';
import {
  all,
  baseOf,
  besides,
  columns,
  hidden,
  isDoubled,
  isIn,
  otherColumns,
  others,
  type PageRow,
  type PlainLead,
  type Sql,
  tableOf,
  timeRef,
  timesOf,
  type Wanted,
} from './lead.ts';
import { foundIds } from './lead-id.ts';
import { foundMarks, readMarks } from './lead-mark.ts';
import { stretchOf } from './times.ts';

function found({ filter, kind }: Wanted, lead: PlainLead): Sql[] {
  const shelf = (alias: string) => isIn(sql.ref(`${alias}.shelf`), filter.shelves);
  switch (lead) {
    case 'tags':
      return [isIn(sql`t.tag_id`, filter.tags!), shelf('t')];
    case 'orphans':
      return [
        sql`c.inbox_id is null`,
        sql`c.assign_to = ${filter.orphansOf}`,
        isIn(besides(kind, 'c.shelf'), filter.shelves),
      ];
    case 'text':
      return [isIn(besides(kind, 'c.shelf'), filter.shelves)];
    case 'ids':
    case 'contacts':
    case 'requesters':
      return [foundIds(filter, lead), isIn(besides(kind, 'c.shelf'), filter.shelves)];
    case 'unread':
      return [...foundMarks(kind, filter, lead), isIn(besides(kind, 'k.shelf'), filter.shelves)];
    case 'waiting':
    case 'due':
    case 'has':
    case 'automatic':
    case 'mentioned':
      return [...foundMarks(kind, filter, lead), shelf('k')];
    case 'times':
      return [shelf('c'), ...timesOf(filter.times, field => sql.ref(`c.${field}`))];
    case 'nothing':
    case 'spans':
      return [shelf('c')];
    default:
      return [isIn(sql.ref(`c.${columns[lead]}`), filter[lead]!), shelf('c')];
  }
}

type Count = RawBuilder<{ rows: number }>;

function count(lead: PlainLead, conditions: readonly Sql[], most: number): Count {
  const from = tableOf(lead);
  return sql`select count(*) as rows from (select 1 from ${from} where ${all(conditions)} limit ${most}) as counted`;
}

/** How many rows of its index a lead would read, counted up to `most`. */
export function countLead(wanted: Wanted, lead: PlainLead, most: number): Count {
  return count(lead, lead === 'unread' ? readMarks(wanted.kind, wanted.filter) : found(wanted, lead), most);
}

/** How many of those need a look beyond the index, because its other columns match too. */
export function countMatches(wanted: Wanted, lead: PlainLead, most: number): Count {
  return count(lead, [...found(wanted, lead), ...otherColumns(wanted, lead)], most);
}

/**
 * Ends a subquery that both databases run as it is, in its order: else they would check all its rows before they sort
 * them.
 */
const asItIs = { sqlite: sql`limit -1`, postgres: sql`offset 0` } as const;

/**
 * Reads all rows of a lead and sorts them: for leads with few. Words that are looked for in each conversation are so in
 * this order, until the page is full.
 */
export function sortedPlan(wanted: Wanted, lead: PlainLead): RawBuilder<PageRow> {
  const { kind, page, text } = wanted;
  if (wanted.isCounted || text === undefined || text.checked.length === 0)
    return sortedRows(wanted, lead, sql`limit ${page.take}`);
  const rows = sortedRows({ ...wanted, text: { ...text, checked: [] } }, lead, asItIs[kind]);
  const hasWords = searchDialects[kind].containing(text.checked, sql.ref('found.id'), text.hasParts);
  return sql`select id, at from (${rows}) as found where ${hasWords} limit ${page.take}`;
}

function sortedRows(wanted: Wanted, lead: PlainLead, end: Sql): RawBuilder<PageRow> {
  const { filter, page } = wanted;
  const base = baseOf(wanted, lead);
  const at = hidden(timeRef(base, page.field));
  const { below, above } = stretchOf([], page);
  const conditions = [
    ...found(wanted, lead),
    ...others(wanted, lead),
    ...timesOf(lead === 'times' ? [] : filter.times, field => hidden(timeRef(base, field))),
    ...(below === undefined ? [] : [sql`${at} < ${below}`]),
    ...(above === undefined ? [] : [sql`${at} > ${above}`]),
    isBeyond(page, timeRef(base, page.field), base.id),
  ];
  const direction = sql.raw(page.direction);
  const distinct = sql.raw(isDoubled(filter, lead) ? 'distinct' : '');
  const order = wanted.isCounted ? sql`` : sql`order by second ${direction}, id ${direction}`;
  return sql`select ${distinct} ${sql.ref(base.id)} as id, ${at} as at, ${secondIn(at)} as second
    from ${base.from} where ${all(conditions)} ${order} ${end}`;
}
