import type { Kysely } from 'kysely';

/**
 * Whether mail that came in made a history entry (1) or a call did (0); of what was written before, nobody noted it. Both
 * databases add such a column without a look at the rows.
 */
export async function historyByMail(db: Kysely<never>): Promise<void> {
  await db.schema.alterTable('history').addColumn('by_mail', 'integer').execute();
}
