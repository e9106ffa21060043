import type { Kysely } from 'kysely';

/** The inbox's address that an imported message was sent from, if no agent is known as its author. */
export async function fromAddress(db: Kysely<never>): Promise<void> {
  await db.schema.alterTable('message').addColumn('from_address', 'text').execute();
}
