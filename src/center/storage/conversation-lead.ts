import { type RawBuilder, sql } from 'kysely';
import type { Page } from '../paging.ts';
import type { Filter, TimeBound } from './conversation-filter.ts';
import type { DatabaseKind } from './migrations/columns.ts';
import { matching } from './search.ts';

/**
 * What of a filter can lead to the rows: one of its columns, its times, how long they last, its orphans, or its text.
 */
export type Lead = 'assignees' | 'homes' | 'statuses' | 'tags' | 'times' | 'spans' | 'orphans' | 'text' | 'nothing';

/** What a list is asked for. */
export interface Wanted {
  readonly filter: Filter;
  readonly page: Page;
  readonly kind: DatabaseKind;
}

/** A row of a list: its id and what it is sorted by. */
export interface PageRow {
  readonly id: number;
  readonly at: number;
}

export type Sql = RawBuilder<unknown>;

export const columns = { assignees: 'assign_key', homes: 'home_id', statuses: 'status_id' } as const;
export type Column = keyof typeof columns;

export const isIn = (column: Sql, values: readonly number[]): Sql =>
  values.length === 1 ? sql`${column} = ${values[0]}` : sql`${column} in (${sql.join(values)})`;

/** Kept from the planner, which would else take an index that looks as good and is not: it has no figures on values. */
export const hidden = (name: string): Sql => sql`+${sql.ref(name)}`;

export const all = (conditions: readonly Sql[]): Sql => sql.join(conditions, sql` and `);

export const timesOf = (times: readonly TimeBound[], ref: (field: string) => Sql): Sql[] =>
  times.map(([field, operator, value]) => sql`${ref(field)} ${sql.raw(operator)} ${value}`);

/** True for rows after the page before. */
export const beyond = ({ from, direction }: Page, at: Sql, id: Sql): Sql =>
  from ? sql`(${at}, ${id}) ${sql.raw(direction === 'asc' ? '>' : '<')} (${from[0]}, ${from[1]})` : sql`1 = 1`;

/** The table whose index a lead reads: the conversations (`c`), or their tags with copies of the same columns (`t`). */
export type Alias = 'c' | 't';

export const aliasOf = (lead: Lead): Alias => (lead === 'tags' ? 't' : 'c');

/** The tables that a lead reads: `at` has the columns of its index, `id` is the conversation's. */
export interface Base {
  readonly from: Sql;
  readonly at: Alias;
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

export const baseOf = (wanted: Wanted, lead: Lead): Base => {
  if (lead === 'text')
    return {
      from: sql`${matching(wanted.kind, wanted.filter.text)!} as m cross join ${eachFound(wanted.kind)} as c`,
      at: aliasOf(lead),
      id: 'c.id',
    };
  if (lead !== 'tags') return { from: sql`conversation as c`, at: aliasOf(lead), id: 'c.id' };
  const from = needsFull(wanted) ? sql`conversation_tag as t cross join conversation as c` : sql`conversation_tag as t`;
  return { from, at: aliasOf(lead), id: 't.conversation_id' };
};

export const timeRef = (base: Base, field: string): string => `${field === 'last_message_at' ? base.at : 'c'}.${field}`;

const joins = (wanted: Wanted, lead: Lead): Sql[] => {
  if (lead === 'text') return [sql`c.id = m.id`];
  return lead === 'tags' && needsFull(wanted) ? [sql`c.id = t.conversation_id`] : [];
};

/** The other columns that are asked for: the index of a lead holds them too. */
export const otherColumns = (filter: Filter, lead: Lead): Sql[] =>
  (Object.keys(columns) as Column[]).flatMap(name => {
    const values = filter[name];
    return name === lead || values === undefined ? [] : [isIn(hidden(`${aliasOf(lead)}.${columns[name]}`), values)];
  });

/** All that the lead does not say itself. */
export const others = (wanted: Wanted, lead: Lead): Sql[] => {
  const { filter } = wanted;
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
  return [...joins(wanted, lead), ...otherColumns(filter, lead), ...orphans, ...tags];
};
