import type { Kysely } from 'kysely';
import { type DatabaseKind, empty, wide, zero } from './columns.ts';

/** Since when a mail account has its trouble, whether that is its sign-in, and the mails that were left in a mailbox. */
export async function mailTroubles(db: Kysely<never>, kind: DatabaseKind): Promise<void> {
  const look = db.schema.alterTable('mailbox_look');
  await look.addColumn('since', wide(kind)).execute();
  await look.addColumn('signed_out', 'integer', zero).execute();
  await look.addColumn('stuck', 'text', empty).execute();
}
