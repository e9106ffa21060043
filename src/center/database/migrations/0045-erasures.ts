import { type Kysely, sql } from 'kysely';
import {
  createTables,
  type DatabaseKind,
  id,
  integer,
  optionalText,
  optionalWhole,
  part,
  text,
  textKey,
  whole,
} from './columns.ts';

/** Contacts that are erased, and keyed hashes of what must not come back. The indexes find all that is a contact's. */
export async function erasures(db: Kysely<never>, kind: DatabaseKind): Promise<void> {
  await createTables(db, kind, {
    erasure: {
      columns: {
        id,
        contact_id: whole,
        address_key: text,
        email: optionalText,
        name: text,
        begun_at: whole,
        ended_at: optionalWhole,
        cleared_at: optionalWhole,
      },
    },
    erasure_conversation: {
      columns: { erasure_id: part('erasure'), conversation_id: whole, upto: whole, is_done: integer },
      key: ['erasure_id', 'conversation_id'],
      indexes: [['conversation_id']],
    },
    erased_mail: { columns: { hash: textKey, erasure_id: whole }, indexes: [['erasure_id']] },
  });
  await sql`create index message_by_contact on message (contact_id)`.execute(db);
  await sql`create index review_by_contact on review (contact_id)`.execute(db);
  await sql`create index conversation_participant_by_email on conversation_participant (email_key)`.execute(db);
}
