import type { Kysely } from 'kysely';
import { type DatabaseKind, identity, index, part, required, wide } from '../columns.ts';

/** Answered requests, what they are about, and events. */
export async function requests(db: Kysely<never>, kind: DatabaseKind): Promise<void> {
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
  // So that an answer goes with the texts in it, and is only given to callers who see them.
  await db.schema
    .createTable('idempotency_about')
    .addColumn('caller', 'text', required)
    .addColumn('key', 'text', required)
    .addColumn('conversation_id', wide(kind), part('conversation'))
    .addPrimaryKeyConstraint('idempotency_about_key', ['caller', 'key', 'conversation_id'] as never)
    .addForeignKeyConstraint(
      'idempotency_about_answer',
      ['caller', 'key'] as never,
      'idempotency',
      ['caller', 'key'],
      constraint => constraint.onDelete('cascade'),
    )
    .execute();
  await index(db, 'idempotency_about', ['conversation_id']);
  await db.schema
    .createTable('event_log')
    .addColumn('id', whole, identity(kind))
    .addColumn('kind', 'text', required)
    .addColumn('changes', 'text', required)
    .addColumn('created_at', whole, required)
    .execute();
}

/** The attachments that nothing refers to, and their uploaders: the small table that quotas and the sweep use. */
export async function uploads(db: Kysely<never>, kind: DatabaseKind): Promise<void> {
  const whole = wide(kind);
  await db.schema
    .createTable('upload')
    .addColumn('attachment_id', whole, column => part('attachment')(column).primaryKey())
    .addColumn('caller', 'text', required)
    .addColumn('size', whole, required)
    .addColumn('created_at', whole, required)
    .execute();
  await index(db, 'upload', ['caller']);
  await index(db, 'upload', ['created_at']);
}
