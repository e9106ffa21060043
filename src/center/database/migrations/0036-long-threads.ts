import { type Kysely, sql } from 'kysely';

/** Each mail of a long thread asks for the last answer, and whether anybody but mail changed the conversation. */
export async function change(db: Kysely<never>): Promise<void> {
  await sql`create index message_by_agent on message (conversation_id, created_at, id)
    where kind = 'agent' and automatic = 0`.execute(db);
  await sql`create index history_by_hand on history (conversation_id) where by_mail is distinct from 1`.execute(db);
}
