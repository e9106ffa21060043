import { type RawBuilder, sql } from 'kysely';
import {
  all,
  baseOf,
  beyond,
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
} from './conversation-lead.ts';

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
