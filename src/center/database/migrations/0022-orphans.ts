import { type Kysely, sql } from 'kysely';

/**
 * What a deleted inbox left to its assignee is all that is looked for by `assign_to`: the index holds nothing else, so
 * that assigning a conversation of an inbox does not write to it.
 */
export async function orphans(db: Kysely<never>): Promise<void> {
  await sql`drop index conversation_by_assign_to_inbox_id`.execute(db);
  await sql`create index conversation_by_orphan on conversation (assign_to) where inbox_id is null`.execute(db);
}
