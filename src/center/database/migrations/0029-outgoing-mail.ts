import type { Kysely } from 'kysely';
import { type DatabaseKind, empty, identity, index, required, wide, zero } from './columns.ts';

/** Mail that waits to be sent, and what became of the mail that was sent. */
export async function outgoingMail(db: Kysely<never>, kind: DatabaseKind): Promise<void> {
  const whole = wide(kind);
  await db.schema
    .createTable('outgoing')
    .addColumn('id', whole, identity(kind))
    // A message that is deleted is not sent any more.
    .addColumn('message_id', whole, column => column.references('message.id').onDelete('cascade'))
    .addColumn('conversation_id', whole)
    .addColumn('inbox_id', whole)
    .addColumn('message_key', 'text', required)
    .addColumn('letter', 'text', required)
    .addColumn('recipients', 'text', required)
    .addColumn('state', 'text', required)
    .addColumn('attempts', 'integer', zero)
    .addColumn('has_begun', 'integer', zero)
    .addColumn('since', whole, required)
    .addColumn('next_at', whole, required)
    .addColumn('lease_owner', 'text')
    .addColumn('lease_ends_at', whole)
    .addColumn('reply', 'text', empty)
    .addColumn('created_at', whole, required)
    .execute();
  await index(db, 'outgoing', ['state', 'next_at', 'id']);
  await index(db, 'outgoing', ['message_id']);
  await index(db, 'outgoing', ['inbox_id', 'state']);
}
