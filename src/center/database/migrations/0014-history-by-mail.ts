import type { Kysely } from 'kysely';

/**
 * Whether incoming mail (1) or a call (0) made a history entry; for older entries it is unknown. Both databases add
 * such a column without reading the rows.
 */
export async function historyByMail(db: Kysely<never>): Promise<void> {
  await db.schema.alterTable('history').addColumn('by_mail', 'integer').execute();
}
