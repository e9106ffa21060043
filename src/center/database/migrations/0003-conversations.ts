import { type Kysely, sql } from 'kysely';
import {
  type DatabaseKind,
  empty,
  identity,
  index,
  linkTable,
  one,
  part,
  refers,
  required,
  wide,
  zero,
} from './columns.ts';

/** Conversations, and the contacts and tags on them. */
export async function conversations(db: Kysely<never>, kind: DatabaseKind): Promise<void> {
  const whole = wide(kind);
  await db.schema
    .createTable('conversation')
    .addColumn('id', whole, identity(kind))
    .addColumn('title', 'text', required)
    .addColumn('status_id', whole, column => refers('conversation_status')(column.notNull()))
    .addColumn('inbox_id', whole, column => column.references('inbox.id').onDelete('set null'))
    .addColumn('home_id', whole, required)
    .addColumn('assign_to', whole, refers('agent'))
    .addColumn('disable_rating', 'integer', zero)
    .addColumn('archived', 'integer', zero)
    .addColumn('merged_into', whole, refers('conversation'))
    .addColumn('requester_id', whole, refers('contact'))
    .addColumn('message_count', 'integer', zero)
    .addColumn('note_count', 'integer', zero)
    .addColumn('preview', 'text', empty)
    .addColumn('version', 'integer', one)
    .addColumn('created_at', whole, required)
    .addColumn('updated_at', whole, required)
    .addColumn('last_message_at', whole, required)
    .addColumn('shelf', 'integer', column =>
      column.generatedAlwaysAs(sql`archived + case when merged_into is null then 0 else 2 end`).stored(),
    )
    .addColumn('assign_key', whole, column => column.generatedAlwaysAs(sql`coalesce(assign_to, 0)`).stored())
    .execute();
  await linkTable(db, kind, 'conversation_contact', ['conversation', 'contact'], true);
  await db.schema
    .createTable('tag')
    .addColumn('id', whole, identity(kind))
    .addColumn('name', 'text', required)
    .addColumn('name_key', 'text', column => column.notNull().unique())
    .execute();
  await db.schema
    .createTable('conversation_tag')
    .addColumn('conversation_id', whole, part('conversation'))
    .addColumn('tag_id', whole, part('tag'))
    .addColumn('shelf', 'integer', required)
    .addColumn('status_id', whole, required)
    .addColumn('home_id', whole, required)
    .addColumn('assign_key', whole, required)
    .addColumn('last_message_at', whole, required)
    .addPrimaryKeyConstraint('conversation_tag_key', ['conversation_id', 'tag_id'] as never)
    .execute();
  await listIndexes(db);
}

/**
 * A list is read by the index that begins with the column leading to the fewest rows (see model/listing/page.ts). Each
 * index is in the usual order and contains the columns of the other filters, so that rows that do not match need no
 * access to the table.
 */
async function listIndexes(db: Kysely<never>): Promise<void> {
  const byTime = ['last_message_at', 'id'];
  await index(db, 'conversation', [
    'shelf',
    ...byTime,
    'status_id',
    'home_id',
    'assign_key',
    'created_at',
    'updated_at',
  ]);
  await index(db, 'conversation', ['shelf', 'created_at', 'id', 'status_id', 'home_id', 'assign_key']);
  await index(db, 'conversation', ['shelf', 'updated_at', 'id', 'status_id', 'home_id', 'assign_key']);
  await index(db, 'conversation', ['status_id', 'shelf', ...byTime, 'home_id', 'assign_key']);
  await index(db, 'conversation', ['home_id', 'shelf', ...byTime, 'status_id', 'assign_key']);
  await index(db, 'conversation', ['assign_key', 'shelf', ...byTime, 'status_id', 'home_id']);
  await index(db, 'conversation', ['inbox_id']);
  await index(db, 'conversation', ['assign_to', 'inbox_id']);
  await index(db, 'conversation', ['merged_into']);
  await index(db, 'conversation', ['requester_id']);
  const tagged = ['last_message_at', 'conversation_id'];
  await index(db, 'conversation_tag', ['tag_id', 'shelf', ...tagged, 'status_id', 'home_id', 'assign_key']);
}
