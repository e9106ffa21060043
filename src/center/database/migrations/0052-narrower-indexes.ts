import { type Kysely, sql } from 'kysely';

/**
 * A write of many conversations pays for each index that contains what it changes: the assignee is now in the index of
 * open spans alone, and an agent's message is in no index of contacts.
 */
export async function narrowerIndexes(db: Kysely<never>): Promise<void> {
  for (const [name, rows] of [
    ['conversation_span_came', 'conversation_span (opened_at, home_id, conversation_id) where number = 0'],
    ['conversation_span_reopened', 'conversation_span (opened_at, home_id, conversation_id) where number > 0'],
    [
      'conversation_span_closed',
      'conversation_span (closed_at, home_id, closed_by, opened_at, conversation_id) where closed_at is not null',
    ],
    ['message_by_contact', 'message (contact_id) where contact_id is not null'],
  ] as const) {
    await sql`drop index ${sql.id(name)}`.execute(db);
    await sql`create index ${sql.id(name)} on ${sql.raw(rows)}`.execute(db);
  }
}
