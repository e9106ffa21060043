import { type Kysely, sql } from 'kysely';

/** Lists find conversations by a machine's mail: 5 is `markKinds.automatic`. */
export async function change(db: Kysely<never>): Promise<void> {
  await sql`insert into conversation_mark
      (conversation_id, kind, shelf, status_id, home_id, assign_key, last_message_at)
    select c.id, 5, c.shelf, c.status_id, c.home_id, c.assign_key, c.last_message_at from conversation as c
    where c.id in (select conversation_id from message where automatic = 1 and kind <> 'system')`.execute(db);
}
