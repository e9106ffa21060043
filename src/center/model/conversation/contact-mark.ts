import { sql } from 'kysely';
import { chunks } from '../../database/statement.ts';
import type { Work } from '../work.ts';
import { contactKindIn, isContactKind } from './mark.ts';

/** Marks conversations by their contacts except the requesters; `select` chooses the rows of `c`. */
async function markContacts(work: Work, ids: readonly number[]): Promise<void> {
  await sql`insert into conversation_mark (conversation_id, kind, shelf, status_id, home_id, assign_key, last_message_at)
    select c.id, ${contactKindIn(sql.ref('link.contact_id'))},
      c.shelf, c.status_id, c.home_id, c.assign_key, c.last_message_at
    from conversation as c join conversation_contact as link on link.conversation_id = c.id
    where c.id in (${sql.join(ids)}) and (c.requester_id is null or link.contact_id <> c.requester_id)`.execute(
    work.db,
  );
}

/** Determines the contacts besides the requester again. The conversations' own rows must be written before. */
export async function refreshContacts(work: Work, ids: readonly number[]): Promise<void> {
  for (const piece of chunks(ids)) {
    await sql`delete from conversation_mark
      where conversation_id in (${sql.join(piece)}) and ${isContactKind(sql.ref('kind'))}`.execute(work.db);
    await markContacts(work, piece);
  }
}
