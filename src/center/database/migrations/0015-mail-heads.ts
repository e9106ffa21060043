import type { Kysely } from 'kysely';
import { type DatabaseKind, part, required, wide, zero } from './columns.ts';

/**
 * Further data of the heads of mails. Both databases add such columns without reading the rows; To and Cc have their
 * own table, because changing an old message would write its whole text again.
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
