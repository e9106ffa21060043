import { type Kysely, sql } from 'kysely';

/**
 * Only conversations without an inbox are searched by `assign_to`. The index contains nothing else, so that assigning a
 * conversation of an inbox does not write to it.
 */
export async function orphans(db: Kysely<never>): Promise<void> {
  await sql`drop index conversation_by_assign_to_inbox_id`.execute(db);
  await sql`create index conversation_by_orphan on conversation (assign_to) where inbox_id is null`.execute(db);
}
