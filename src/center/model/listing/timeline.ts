import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Db, Row } from '../../database/tables.ts';
import { secondOf } from '../time.ts';
import { type Page, timeBounds } from './paging.ts';

/** The `before[created_at]`, `after[created_at]` and `after_id` of a conversation's messages, notes, reviews or history. */
export interface TimelineQuery {
  readonly before?: Readonly<Record<string, string | undefined>>;
  readonly after?: Readonly<Record<string, string | undefined>>;
  readonly after_id?: number;
}

type Table = 'message' | 'note' | 'review' | 'history';

/** A page of a conversation's whole rows of `table`; `isWanted` leaves out others. */
export async function listTimeline<Name extends Exclude<Table, 'message'>>(
  db: Db,
  table: Name,
  conversationId: number,
  query: TimelineQuery,
  page: Page,
  isWanted?: RawBuilder<SqlBool>,
): Promise<{ rows: readonly Row<Name>[]; nextCursor: string | null }> {
  const found = await readTimeline(table, conversationId, query, page, ({ where, order }) =>
    db
      .selectFrom(table as 'note')
      .selectAll()
      .where(where)
      .$if(isWanted !== undefined, all => all.where(isWanted!))
      .orderBy(order)
      .$if(page.take !== undefined, all => all.limit(page.take!))
      .execute(),
  );
  const { rows, nextCursor } = page.close(found, row => [row.created_at, row.id]);
  return { rows: rows as readonly unknown[] as readonly Row<Name>[], nextCursor };
}

const SECOND_MS = 1_000;

/** The requested rows of a list, and their order with its direction. */
interface Turn {
  readonly where: RawBuilder<SqlBool>;
  readonly order: RawBuilder<unknown>;
}

/** The rows of a page, or all of its rows in one second. */
function turnOf({ from, direction }: Page, table: Table, second: number | undefined): Turn {
  const [at, id] = [sql.ref(`${table}.created_at`), sql.ref(`${table}.id`)];
  const order = sql.raw(direction);
  const within: RawBuilder<unknown>[] = [sql`1 = 1`];
  if (from) {
    const [begin, last] = [secondOf(Number(from[0])), Number(from[1])];
    const end = begin + SECOND_MS;
    // Unary `+` hides a column from SQLite's planner, which would use its index for an alternative of two conditions.
    within.push(
      direction === 'asc'
        ? sql`${at} >= ${begin} and (+${at} >= ${end} or +${id} > ${last})`
        : sql`${at} < ${end} and (+${at} < ${begin} or +${id} < ${last})`,
    );
  }
  if (second !== undefined) within.push(sql`${at} >= ${second} and ${at} < ${second + SECOND_MS}`);
  return {
    where: sql<SqlBool>`${sql.join(within, sql` and `)}`,
    order: second === undefined ? sql`${at} ${order}, ${id} ${order}` : sql`+${id} ${order}`,
  };
}

/**
 * A page of a conversation's rows of `table` within the query's limits, by the seconds of their creation and by their ids
 * within a second: answers show seconds only, so no reader can see more. Databases store milliseconds: `read` returns the
 * page's rows in their order, or, if the page ends within a second, all of its rows in that one, in the order of ids.
 */
export async function readTimeline<Row extends { readonly id: number; readonly created_at: number }>(
  table: Table,
  conversationId: number,
  query: TimelineQuery,
  page: Page,
  read: (turn: Turn) => Promise<readonly Row[]>,
): Promise<readonly Row[]> {
  const conditions = [
    sql`${sql.ref(`${table}.conversation_id`)} = ${conversationId}`,
    ...(query.after_id === undefined ? [] : [sql`${sql.ref(`${table}.id`)} > ${query.after_id}`]),
    ...timeBounds(query).map(
      ([, operator, value]) => sql`${sql.ref(`${table}.created_at`)} ${sql.raw(operator)} ${value}`,
    ),
  ];
  const readIn = (second?: number): Promise<readonly Row[]> => {
    const { where, order } = turnOf(page, table, second);
    return read({ where: sql<SqlBool>`${sql.join([...conditions, where], sql` and `)}`, order });
  };
  const secondAt = (row: Row) => secondOf(row.created_at);
  const rows = await readIn();
  const [before, last] = rows.slice(-2).map(secondAt);
  const isSplit = rows.length === page.take && last !== undefined && before === last;
  const whole = isSplit ? [...rows.filter(row => secondAt(row) !== last), ...(await readIn(last))] : rows;
  const sign = page.direction === 'asc' ? 1 : -1;
  return whole.toSorted((a, b) => sign * (secondAt(a) - secondAt(b) || a.id - b.id)).slice(0, page.take);
}
