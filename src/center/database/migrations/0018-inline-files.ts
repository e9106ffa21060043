import type { Kysely } from 'kysely';
import { zero } from './columns.ts';

/** Whether a file stands within the HTML of its message (1); of mail from before, all files stand beside it. */
export async function inlineFiles(db: Kysely<never>): Promise<void> {
  await db.schema.alterTable('message_attachment').addColumn('inline', 'integer', zero).execute();
}
