import type { Kysely } from 'kysely';
import { type DatabaseKind, identity, index, part, required, wide } from './columns.ts';

/** The automatic replies of the last day, the conversations that were closed lately, and the requests to rate them. */
export async function automatic(db: Kysely<never>, kind: DatabaseKind): Promise<void> {
  const whole = wide(kind);
  await db.schema
    .createTable('automatic_reply')
    .addColumn('id', whole, identity(kind))
    .addColumn('email_key', 'text', required)
    .addColumn('inbox_id', whole, required)
    .addColumn('at', whole, required)
    .execute();
  await index(db, 'automatic_reply', ['email_key', 'at']);
  await index(db, 'automatic_reply', ['inbox_id', 'at']);
  await index(db, 'automatic_reply', ['at']);
  await db.schema
    .createTable('rating_wait')
    .addColumn('conversation_id', whole, column => part('conversation')(column).primaryKey())
    .addColumn('since', whole, required)
    .execute();
  await index(db, 'rating_wait', ['since']);
  await db.schema
    .createTable('rating_request')
    .addColumn('id', whole, identity(kind))
    .addColumn('conversation_id', whole, part('conversation'))
    .addColumn('contact_id', whole, required)
    .addColumn('answer_id', whole, column => column.notNull().unique())
    .addColumn('message_id', whole, column => column.notNull().unique())
    .addColumn('sent_at', whole, required)
    .addColumn('used_at', whole)
    .execute();
  await index(db, 'rating_request', ['conversation_id']);
}
