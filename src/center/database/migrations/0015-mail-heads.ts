import type { Kysely } from 'kysely';
import { type DatabaseKind, part, required, wide, zero } from './columns.ts';

/**
 * What the heads of mails say beside who wrote them. Both databases add such columns without a look at the rows; To and Cc
 * have a table of their own, because a change of an old message would write its whole text again.
 */
export async function mailHeads(db: Kysely<never>, kind: DatabaseKind): Promise<void> {
  await db.schema.alterTable('conversation_participant').addColumn('base_key', 'text').execute();
  await db.schema.alterTable('message').addColumn('automatic', 'integer', zero).execute();
  await db.schema
    .createTable('message_recipients')
    .addColumn('message_id', wide(kind), column => part('message')(column).primaryKey())
    .addColumn('people', 'text', required)
    .execute();
}
