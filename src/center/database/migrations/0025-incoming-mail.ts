import type { Kysely } from 'kysely';
import { bytes, type DatabaseKind, identity, required, wide } from './columns.ts';

/** Mail that was accepted and is not understood yet, the mailboxes it is fetched from, and leases. */
export async function incomingMail(db: Kysely<never>, kind: DatabaseKind): Promise<void> {
  const whole = wide(kind);
  await db.schema
    .createTable('mail_incoming')
    .addColumn('id', whole, identity(kind))
    .addColumn('hash', 'text', column => column.notNull().unique())
    .addColumn('facts', 'text', required)
    .addColumn('size', whole, required)
    .addColumn('raw', bytes(kind), required)
    .addColumn('received_at', whole, required)
    .execute();
  await db.schema
    .createTable('mailbox')
    .addColumn('name', 'text', column => column.primaryKey())
    .addColumn('uid_validity', whole, required)
    .addColumn('last_uid', whole, required)
    .addColumn('old_until', whole, required)
    .addColumn('renumbered_to', whole, required)
    .execute();
  await db.schema
    .createTable('lease')
    .addColumn('name', 'text', column => column.primaryKey())
    .addColumn('owner', 'text', required)
    .addColumn('ends_at', whole, required)
    .execute();
  await db.schema.alterTable('mail_set_aside').addColumn('facts', 'text').execute();
}
