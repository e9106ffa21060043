import { type RawBuilder, sql } from 'kysely';
import type { Page } from '../paging.ts';
import type { Filter, TimeBound } from './conversation-filter.ts';
import type { DatabaseKind } from './migrations/columns.ts';
import { matching } from './search.ts';

/** What of a filter can lead to the rows: one of its columns, its times, its orphans, or its text. */
export type Lead = 'assignees' | 'homes' | 'statuses' | 'tags' | 'times' | 'orphans' | 'text' | 'nothing';

/** What a list is asked for. */
export interface Wanted {
  readonly filter: Filter;
  readonly page: Page;
  readonly kind: DatabaseKind;
}

type Sql = RawBuilder<unknown>;

const columns = { assignees: 'assign_key', homes: 'home_id', statuses: 'status_id' } as const;
type Column = keyof typeof columns;

const isIn = (column: Sql, values: readonly number[]): Sql =>
  values.length === 1 ? sql`${column} = ${values[0]}` : sql`${column} in (${sql.join(values)})`;

/** Kept from the planner, which would else take an index that looks as good and is not: it has no figures on values. */
const hidden = (name: string): Sql => sql`+${sql.ref(name)}`;

const all = (conditions: readonly Sql[]): Sql => sql.join(conditions, sql` and `);

const timesOf = (times: readonly TimeBound[], ref: (field: string) => Sql): Sql[] =>
  times.map(([field, operator, value]) => sql`${ref(field)} ${sql.raw(operator)} ${value}`);

/** True for rows after the page before. */
const beyond = ({ from, direction }: Page, at: Sql, id: Sql): Sql =>
  from ? sql`(${at}, ${id}) ${sql.raw(direction === 'asc' ? '>' : '<')} (${from[0]}, ${from[1]})` : sql`1 = 1`;

/** The tables that a lead reads. `at` has the columns that tags copy, `full` all of them. */
interface Base {
  readonly from: Sql;
  readonly at: 'c' | 't';
  readonly id: string;
}

/**
 * The conversations of what was found by text, each by its id. PostgreSQL cannot know how few a word has, and would read
 * all conversations to join them; what has an offset it leaves alone.
 */
const eachFound = (kind: DatabaseKind): Sql =>
  kind === 'sqlite'
    ? sql`conversation`
    : sql`lateral (select * from conversation where conversation.id = m.id offset 0)`;

const needsFull = ({ filter, page }: Wanted): boolean =>
  page.field !== 'last_message_at' || filter.times.some(([field]) => field !== 'last_message_at');

const baseOf = (wanted: Wanted, lead: Lead): Base => {
  if (lead === 'text')
    return {
      from: sql`${matching(wanted.kind, wanted.filter.text)!} as m cross join ${eachFound(wanted.kind)} as c`,
      at: 'c',
      id: 'c.id',
    };
  if (lead !== 'tags') return { from: sql`conversation as c`, at: 'c', id: 'c.id' };
  const from = needsFull(wanted) ? sql`conversation_tag as t cross join conversation as c` : sql`conversation_tag as t`;
  return { from, at: 't', id: 't.conversation_id' };
};

const timeRef = (base: Base, field: string): string => `${field === 'last_message_at' ? base.at : 'c'}.${field}`;

const joins = (wanted: Wanted, lead: Lead): Sql[] => {
  if (lead === 'text') return [sql`c.id = m.id`];
  return lead === 'tags' && needsFull(wanted) ? [sql`c.id = t.conversation_id`] : [];
};

/** All that the lead does not say itself. */
const others = (wanted: Wanted, lead: Lead, base: Base): Sql[] => {
  const { filter } = wanted;
  const plain = (Object.keys(columns) as Column[]).flatMap(name => {
    const values = filter[name];
    return name === lead || values === undefined ? [] : [isIn(hidden(`${base.at}.${columns[name]}`), values)];
  });
  const tags =
    lead === 'tags' || filter.tags === undefined
      ? []
      : [
          sql`exists (select 1 from conversation_tag as x where x.conversation_id = c.id and ${isIn(sql`x.tag_id`, filter.tags)})`,
        ];
  const orphans =
    lead === 'orphans' || filter.orphansOf === undefined
      ? []
      : [sql`c.inbox_id is null`, sql`c.assign_to = ${filter.orphansOf}`];
  return [...joins(wanted, lead), ...plain, ...orphans, ...tags];
};

/** The conditions that find the rows of a lead. */
const found = (filter: Filter, lead: Lead): Sql[] => {
  const shelf = (alias: string) => isIn(sql.ref(`${alias}.shelf`), filter.shelves);
  switch (lead) {
    case 'tags':
      return [isIn(sql`t.tag_id`, filter.tags!), shelf('t')];
    case 'orphans':
      return [sql`c.inbox_id is null`, sql`c.assign_to = ${filter.orphansOf}`, isIn(hidden('c.shelf'), filter.shelves)];
    case 'text':
      return [isIn(hidden('c.shelf'), filter.shelves)];
    case 'times':
      return [shelf('c'), ...timesOf(filter.times, field => sql.ref(`c.${field}`))];
    case 'nothing':
      return [shelf('c')];
    default:
      return [isIn(sql.ref(`c.${columns[lead]}`), filter[lead]!), shelf('c')];
  }
};

/** How many rows a lead would look at, counted up to `most`. */
export const countLead = (filter: Filter, lead: Lead, most: number): RawBuilder<{ rows: number }> => {
  const from = lead === 'tags' ? sql`conversation_tag as t` : sql`conversation as c`;
  return sql`select count(*) as rows from (
    select 1 from ${from} where ${all(found(filter, lead))} limit ${most}) as counted`;
};

/** Reads all rows of a lead and sorts them: for leads that have few. */
export const sortedPlan = (wanted: Wanted, lead: Lead): RawBuilder<PageRow> => {
  const { filter, page } = wanted;
  const base = baseOf(wanted, lead);
  const at = hidden(timeRef(base, page.field));
  const conditions = [
    ...found(filter, lead),
    ...others(wanted, lead, base),
    ...timesOf(lead === 'times' ? [] : filter.times, field => hidden(timeRef(base, field))),
    beyond(page, at, sql.ref(base.id)),
  ];
  const direction = sql.raw(page.direction);
  // A conversation may carry several of the tags.
  const distinct = sql.raw(lead === 'tags' && filter.tags!.length > 1 ? 'distinct' : '');
  return sql`select ${distinct} ${sql.ref(base.id)} as id, ${at} as at from ${base.from} where ${all(conditions)}
    order by at ${direction}, id ${direction} limit ${page.take}`;
};

/** A row of a list: its id and what it is sorted by. */
export interface PageRow {
  readonly id: number;
  readonly at: number;
}

const branchesOf = ({ filter }: Wanted, lead: Lead): Sql[][] => {
  const alias = lead === 'tags' ? 't' : 'c';
  const column = lead === 'tags' ? 'tag_id' : lead in columns ? columns[lead as Column] : undefined;
  const values = column === undefined ? [undefined] : filter[lead as Column | 'tags']!;
  return filter.shelves.flatMap(shelf =>
    values.map(value => [
      ...(value === undefined ? [] : [sql`${sql.ref(`${alias}.${column}`)} = ${value}`]),
      sql`${sql.ref(`${alias}.shelf`)} = ${shelf}`,
    ]),
  );
};

/** More than so many ranges are not walked side by side. */
const mostBranches = 32;

/** Whether the rows of a lead lie sorted, in not too many ranges. */
export const canWalk = (wanted: Wanted, lead: Lead): boolean => {
  if (lead === 'nothing') return true;
  if (lead === 'text' || lead === 'times' || lead === 'orphans') return false;
  return wanted.page.field === 'last_message_at' && branchesOf(wanted, lead).length <= mostBranches;
};

/** Walks the sorted ranges of a lead until the page is full: an index holds all that most filters look at. */
export const walkPlan = (wanted: Wanted, lead: Lead): RawBuilder<PageRow> => {
  const { filter, page } = wanted;
  const base = baseOf(wanted, lead);
  const order = timeRef(base, page.field);
  const direction = sql.raw(page.direction);
  const ref = (field: string) => (field === page.field ? sql.ref(order) : hidden(timeRef(base, field)));
  const branches = branchesOf(wanted, lead).map(branch => {
    const conditions = [
      ...branch,
      ...others(wanted, lead, base),
      ...timesOf(filter.times, ref),
      beyond(page, sql.ref(order), sql.ref(base.id)),
    ];
    return sql`select ${sql.ref(base.id)} as id, ${sql.ref(order)} as at from ${base.from} where ${all(conditions)}
      order by ${sql.ref(order)} ${direction}, ${sql.ref(base.id)} ${direction} limit ${page.take}`;
  });
  if (branches.length === 1) return branches[0] as RawBuilder<PageRow>;
  // `union` alone, as a conversation may carry several of the tags.
  const together = sql.join(
    branches.map((branch, at) => sql`select id, at from (${branch}) as ${sql.raw(`b${at}`)}`),
    sql` union `,
  );
  return sql`${together} order by at ${direction}, id ${direction} limit ${page.take}`;
};
