import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { afterCursor, type Page, timeBounds } from '../paging.ts';

/** The `before[created_at]` and `after[created_at]` of what hangs on a conversation. */
export interface TimelineQuery {
  readonly before?: Readonly<Record<string, string | undefined>>;
  readonly after?: Readonly<Record<string, string | undefined>>;
}

/** True for a conversation's rows of `table` that the query's times allow, after the page before. */
export const inTimeline = (
  table: 'message' | 'note' | 'review' | 'history',
  conversationId: number,
  query: TimelineQuery,
  page: Page,
): RawBuilder<SqlBool> => {
  const time = sql.ref(`${table}.created_at`);
  const conditions = [
    sql`${sql.ref(`${table}.conversation_id`)} = ${conversationId}`,
    afterCursor(page, `${table}.created_at`, `${table}.id`),
    ...timeBounds(query).map(([, operator, value]) => sql`${time} ${sql.raw(operator)} ${value}`),
  ];
  return sql<SqlBool>`${sql.join(conditions, sql` and `)}`;
};
