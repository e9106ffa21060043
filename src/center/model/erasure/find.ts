import { sql } from 'kysely';
import { addressKey, shownAddress } from '../../../text/address-form.ts';
import type { DatabaseKind } from '../../database/migrations/columns.ts';
import { chunks, likePattern } from '../../database/statement.ts';
import type { Db, Row } from '../../database/tables.ts';
import { isOutside } from '../conversation/participant.ts';
import { rowIds } from '../rows.ts';
import { hasLongConversations, matching } from '../search/reindex.ts';

/** A contact with the facts by which it is found. */
export type Subject = Pick<Row<'contact'>, 'id' | 'email'>;

/**
 * The conversations of a contact: it is on them, wrote in them or rated them, or its address took part; with those that
 * were merged into them.
 */
export async function conversationsOfContact(db: Db, { id, email }: Subject): Promise<number[]> {
  const key = email === null ? null : addressKey(email);
  const { rows } = await sql<{ id: number }>`with own as (
      select conversation_id as id from conversation_contact where contact_id = ${id}
      union select id from conversation where requester_id = ${id}
      union select conversation_id from message where contact_id = ${id}
      union select conversation_id from review where contact_id = ${id}
      union select conversation_id from conversation_participant where email_key = ${key})
    select id from own union select id from conversation where merged_into in (select id from own) order by 1`.execute(
    db,
  );
  return rowIds(rows);
}

/** Those of these conversations in which other customers take part too; a third party that was asked does not count. */
export async function sharedAmong(db: Db, ids: readonly number[], { id, email }: Subject): Promise<Set<number>> {
  const key = email === null ? '' : addressKey(email);
  const shared = new Set<number>();
  for (const some of chunks(ids)) {
    const { rows } = await sql<{
      id: number;
    }>`select c.id from conversation as c where c.id in (${sql.join(some)}) and (
      exists (select 1 from conversation_contact as link join contact on contact.id = link.contact_id
        where link.conversation_id = c.id and link.contact_id <> ${id} and coalesce(contact.email_key, '?') <> ${key})
      or exists (select 1 from conversation_participant as p where p.conversation_id = c.id
        and p.email_key <> ${key} and coalesce(p.base_key, '') <> ${key || '?'} and ${isOutside('p')})
      or exists (select 1 from message as m where m.conversation_id = c.id and m.contact_id <> ${id} and m.side = 0)
      or not exists (select 1 from conversation_contact as link where link.conversation_id = c.id and link.contact_id = ${id})
        and not exists (select 1 from message as m where m.conversation_id = c.id and m.contact_id = ${id}))`.execute(
      db,
    );
    for (const row of rows) shared.add(row.id);
  }
  return shared;
}

/** How many of the conversations whose words fit are looked through in one query. */
const LOOKED_THROUGH = 50;

/** Further conversations in which an address is mentioned, in either of its forms. */
export async function mentionsOf(db: Db, kind: DatabaseKind, email: string): Promise<number[]> {
  const forms = new Set([email, shownAddress(email)]);
  const found = await Promise.all([...forms].map(form => mentionsOfForm(db, kind, form)));
  return [...new Set(found.flat())];
}

/** Their words are searched first, then their texts. */
async function mentionsOfForm(db: Db, kind: DatabaseKind, email: string): Promise<number[]> {
  const fitting = matching(kind, email, await hasLongConversations(kind, db));
  if (!fitting) return [];
  const found = await sql<{ id: number }>`select id from ${fitting} as found order by id`.execute(db);
  const pattern = likePattern(email.toLowerCase());
  const has = (column: string) => sql`lower(${sql.ref(column)}) like ${pattern} escape '\\'`;
  const ids: number[] = [];
  for (const some of chunks(rowIds(found.rows), LOOKED_THROUGH)) {
    const { rows } = await sql<{
      id: number;
    }>`select id from conversation where id in (${sql.join(some)}) and (${has('title')}
      or exists (select 1 from message as m where m.conversation_id = conversation.id and ${has('m.body_text')})
      or exists (select 1 from note as n where n.conversation_id = conversation.id and ${has('n.details')}))`.execute(
      db,
    );
    ids.push(...rowIds(rows));
  }
  return ids;
}
