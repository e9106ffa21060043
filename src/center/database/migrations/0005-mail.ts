import type { Kysely } from 'kysely';
import { bytes, type DatabaseKind, identity, index, part, required, wide } from './columns.ts';

/** Imported mails, what they answer, and mail set aside; answered requests; events. */
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
    .execute();
  await requests(db, kind);
}

async function requests(db: Kysely<never>, kind: DatabaseKind): Promise<void> {
  const whole = wide(kind);
  await db.schema
    .createTable('idempotency')
    .addColumn('caller', 'text', required)
    .addColumn('key', 'text', required)
    .addColumn('request_hash', 'text', required)
    .addColumn('status', 'integer', required)
    .addColumn('headers', 'text', required)
    .addColumn('body', 'text')
    .addColumn('created_at', whole, required)
    .addPrimaryKeyConstraint('idempotency_key', ['caller', 'key'] as never)
    .execute();
  await index(db, 'idempotency', ['created_at']);
  await db.schema
    .createTable('event_log')
    .addColumn('id', whole, identity(kind))
    .addColumn('kind', 'text', required)
    .addColumn('changes', 'text', required)
    .addColumn('created_at', whole, required)
    .execute();
}
