import type { Kysely } from 'kysely';
import { type DatabaseKind, empty, required, wide } from './columns.ts';

/** When each mailbox was last looked at, and why it could not be. */
export async function mailboxLooks(db: Kysely<never>, kind: DatabaseKind): Promise<void> {
  await db.schema
    .createTable('mailbox_look')
    .addColumn('name', 'text', column => required(column).primaryKey())
    .addColumn('at', wide(kind))
    .addColumn('trouble', 'text', empty)
    .execute();
}
