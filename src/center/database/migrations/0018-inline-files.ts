import type { Kysely } from 'kysely';
import { zero } from './columns.ts';

/** Whether a file is inside the HTML of its message (1); files of older mail count as beside it. */
export async function inlineFiles(db: Kysely<never>): Promise<void> {
  await db.schema.alterTable('message_attachment').addColumn('inline', 'integer', zero).execute();
}
