import type { Kysely } from 'kysely';
import { zero } from './columns.ts';

/** Whether a mail came from an archive (1); conversations of older imports stay as they are. */
export async function archivedMail(db: Kysely<never>): Promise<void> {
  await db.schema.alterTable('mail').addColumn('from_archive', 'integer', zero).execute();
}
