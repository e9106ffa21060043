import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Db, Row } from '../../database/tables.ts';
import { inSeconds, type Turn, turnOf } from './by-second.ts';
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

/**
 * A page of a conversation's rows of `table` within the query's limits, by their creation. `read` reads the rows of one
 * step, as many as the page needs.
 */
export function readTimeline<Row extends { readonly id: number; readonly created_at: number }>(
  table: Table,
  conversationId: number,
  query: TimelineQuery,
  page: Page,
  read: (turn: Turn) => Promise<readonly Row[]>,
): Promise<readonly Row[]> {
  const [at, id] = [`${table}.created_at`, `${table}.id`];
  const conditions = [
    sql`${sql.ref(`${table}.conversation_id`)} = ${conversationId}`,
    ...(query.after_id === undefined ? [] : [sql`${sql.ref(id)} > ${query.after_id}`]),
    ...timeBounds(query).map(([, operator, value]) => sql`${sql.ref(at)} ${sql.raw(operator)} ${value}`),
  ];
  const turnAt = (second: number | undefined): Turn => {
    const { where, order } = turnOf(page, at, id, second);
    return { where: sql<SqlBool>`${sql.join([...conditions, where], sql` and `)}`, order };
  };
  return inSeconds(
    page,
    second => read(turnAt(second)),
    row => row.created_at,
  );
}
