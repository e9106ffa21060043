import { type Kysely, sql } from 'kysely';
import { addColumns, type DatabaseKind, empty, optionalWhole, zero } from './columns.ts';

/** As in the baseline, with what has no due time left out: without targets these indexes are empty. */
const waits = 'kind = 4 and +since > 0 and shelf = 0 and status_id <> 2 and due_at is not null';

/**
 * Inboxes want to have answered within so many working minutes. The mark that says since when a customer waits also says
 * when the answer is due.
 */
export async function targets(db: Kysely<never>, kind: DatabaseKind): Promise<void> {
  await addColumns(db, kind, 'inbox', {
    answer_within: zero,
    hours: empty,
    zone: empty,
    holidays: empty,
    due_stale: zero,
  });
  await addColumns(db, kind, 'conversation_mark', { due_at: optionalWhole });
  for (const [name, columns] of [
    ['waiting_by_due', 'kind, due_at, conversation_id, status_id, home_id, assign_key, shelf, since'],
    ['waiting_by_home_due', 'kind, home_id, due_at, conversation_id, status_id, assign_key, shelf, since'],
  ] as const)
    await sql`create index ${sql.id(`conversation_mark_${name}`)} on conversation_mark (${sql.raw(columns)})
      where ${sql.raw(waits)}`.execute(db);
}
