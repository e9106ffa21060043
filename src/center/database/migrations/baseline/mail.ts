import type { Kysely } from 'kysely';
import { bytes, type DatabaseKind, empty, identity, index, part, required, wide, zero } from '../columns.ts';

/** Mails, what they answer, and mail set aside. */
export async function mail(db: Kysely<never>, kind: DatabaseKind): Promise<void> {
  const whole = wide(kind);
  await db.schema
    .createTable('mail')
    .addColumn('id', whole, identity(kind))
    .addColumn('source_hash', 'text', column => column.notNull().unique())
    .addColumn('message_key', 'text')
    .addColumn('conversation_id', whole, part('conversation'))
    .addColumn('message_id', whole, column => column.references('message.id').onDelete('set null'))
    .addColumn('imported_at', whole, required)
    .addColumn('from_archive', 'integer', zero)
    .execute();
  await index(db, 'mail', ['message_key']);
  await index(db, 'mail', ['conversation_id']);
  await index(db, 'mail', ['message_id']);
  await db.schema
    .createTable('mail_reference')
    .addColumn('mail_id', whole, part('mail'))
    .addColumn('message_key', 'text', required)
    .addPrimaryKeyConstraint('mail_reference_key', ['message_key', 'mail_id'] as never)
    .execute();
  await index(db, 'mail_reference', ['mail_id']);
  await db.schema
    .createTable('mail_source')
    .addColumn('source_hash', 'text', column => column.primaryKey())
    .addColumn('raw', bytes(kind), required)
    .execute();
  await db.schema
    .createTable('mail_set_aside')
    .addColumn('id', whole, identity(kind))
    .addColumn('source_hash', 'text', column => column.notNull().unique())
    .addColumn('origin', 'text', required)
    .addColumn('reason', 'text', required)
    .addColumn('created_at', whole, required)
    .addColumn('facts', 'text')
    .execute();
}

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
  await db.schema
    .createTable('mailbox_look')
    .addColumn('name', 'text', column => required(column).primaryKey())
    .addColumn('at', wide(kind))
    .addColumn('trouble', 'text', empty)
    .execute();
}
