import { type Kysely, sql } from 'kysely';

/**
 * Messages are unread by their arrival, no longer by their date. Messages read by now stay read: `read_first`, up to
 * which all are, is the message before the first unread one.
 */
export async function change(db: Kysely<never>): Promise<void> {
  await sql`update agent set read_floor = coalesce(
    (select min(k.message_id) - 1 from conversation_mark as k
      where k.kind = 4 and k.message_id > agent.read_floor and k.at > agent.read_since
      and not exists (select 1 from conversation_read as seen where seen.agent_id = agent.id
        and seen.conversation_id = k.conversation_id and (seen.at, seen.message_id) >= (k.at, k.message_id))),
    (select max(id) from message), 0)`.execute(db);
  await sql`alter table agent rename column read_since to read_first`.execute(db);
  await sql`update agent set read_first = read_floor`.execute(db);
  await sql`drop index conversation_read_by_agent_id_message_id`.execute(db);
}
