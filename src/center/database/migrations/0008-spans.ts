import { type Kysely, sql } from 'kysely';
import { spanOf } from '../span.ts';

/**
 * Lists of conversations created before a time, the newest message first, begin at such conversations instead of
 * passing all newer ones. They rely on the order of each conversation's times, which a merge broke if the clock had
 * been set back.
 */
export async function conversationSpans(db: Kysely<never>): Promise<void> {
  await sql`update conversation set updated_at = last_message_at where updated_at < last_message_at`.execute(db);
  await sql`create index conversation_by_span on conversation (
    ${spanOf('')}, shelf, last_message_at, id, status_id, home_id, assign_key, created_at, updated_at)`.execute(db);
}
