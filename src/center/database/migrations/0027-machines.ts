import type { Kysely } from 'kysely';
import { type DatabaseKind, index, part, required, wide, zero } from './columns.ts';

/**
 * Mail that was not delivered, and what agents taught about spam. Both databases add such a column without reading the
 * rows.
 */
export async function machines(db: Kysely<never>, kind: DatabaseKind): Promise<void> {
  const whole = wide(kind);
  await db.schema.alterTable('conversation').addColumn('delivery_failed', 'integer', zero).execute();
  await db.schema
    .createTable('message_delivery')
    .addColumn('message_id', whole, column => part('message')(column).primaryKey())
    .addColumn('state', 'text', required)
    .addColumn('at', whole, required)
    .addColumn('reason', 'text')
    .execute();
  await db.schema
    .createTable('spam_mark')
    .addColumn('email_key', 'text', required)
    .addColumn('conversation_id', whole, part('conversation'))
    .addColumn('lifted_by', whole)
    .addPrimaryKeyConstraint('spam_mark_key', ['email_key', 'conversation_id'] as never)
    .execute();
  await index(db, 'spam_mark', ['conversation_id']);
  await index(db, 'spam_mark', ['lifted_by']);
}
