import { type Kysely, sql } from 'kysely';
import { spanOf } from '../../span.ts';
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
} from '../columns.ts';

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
    .addColumn('tag_set_id', whole)
    .addColumn('delivery_failed', 'integer', zero)
    .addColumn('shelf', 'integer', column =>
      column.generatedAlwaysAs(sql`archived + case when merged_into is null then 0 else 2 end`).stored(),
    )
    .addColumn('assign_key', whole, column => column.generatedAlwaysAs(sql`coalesce(assign_to, 0)`).stored())
    .execute();
  await linkTable(db, kind, 'conversation_contact', ['conversation', 'contact'], true);
  await participants(db, kind);
  await spamMarks(db, kind);
  await reading(db, kind);
  await tags(db, kind);
  await listIndexes(db);
}

/** Everybody who stands in From, To or Cc, but ours. */
async function participants(db: Kysely<never>, kind: DatabaseKind): Promise<void> {
  await db.schema
    .createTable('conversation_participant')
    .addColumn('conversation_id', wide(kind), part('conversation'))
    .addColumn('email_key', 'text', required)
    .addColumn('email', 'text', required)
    .addColumn('name', 'text', required)
    .addColumn('position', 'integer', required)
    .addColumn('base_key', 'text')
    .addPrimaryKeyConstraint('conversation_participant_key', ['conversation_id', 'email_key'] as never)
    .execute();
}

/** What agents taught about spam. */
async function spamMarks(db: Kysely<never>, kind: DatabaseKind): Promise<void> {
  const whole = wide(kind);
  await db.schema
    .createTable('spam_mark')
    .addColumn('email_key', 'text', required)
    .addColumn('conversation_id', whole, part('conversation'))
    .addColumn('lifted_by', whole)
    .addPrimaryKeyConstraint('spam_mark_key', ['email_key', 'conversation_id'] as never)
    .execute();
  await index(db, 'spam_mark', ['conversation_id']);
  await index(db, 'spam_mark', ['lifted_by']);
}

/** What each agent has read. */
async function reading(db: Kysely<never>, kind: DatabaseKind): Promise<void> {
  const whole = wide(kind);
  await db.schema
    .createTable('conversation_read')
    .addColumn('agent_id', whole, part('agent'))
    .addColumn('conversation_id', whole, part('conversation'))
    .addColumn('at', whole, required)
    .addColumn('message_id', whole, required)
    .addPrimaryKeyConstraint('conversation_read_key', ['agent_id', 'conversation_id'] as never)
    .execute();
  await index(db, 'conversation_read', ['agent_id', 'message_id']);
  await index(db, 'conversation_read', ['conversation_id']);
}

async function tags(db: Kysely<never>, kind: DatabaseKind): Promise<void> {
  const whole = wide(kind);
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
  await db.schema
    .createTable('tag_set')
    .addColumn('id', whole, identity(kind))
    .addColumn('key', 'text', column => (kind === 'sqlite' ? column.notNull().unique() : column.notNull()))
    .execute();
  // The tags of a conversation may be many, and a row of PostgreSQL's ordinary indexes ends at 2,704 bytes. A hash
  // index keeps four bytes of each key, however long it is, and the constraint keeps the keys unique.
  if (kind === 'postgres')
    await sql`alter table tag_set add constraint tag_set_key exclude using hash (key with =)`.execute(db);
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
  await index(db, 'conversation', ['merged_into']);
  await index(db, 'conversation', ['requester_id']);
  // Only conversations without an inbox are searched by `assign_to`.
  await sql`create index conversation_by_orphan on conversation (assign_to) where inbox_id is null`.execute(db);
  // Lists of conversations created before a time, the newest message first, begin at such conversations.
  await sql`create index conversation_by_span on conversation (
    ${spanOf('')}, shelf, last_message_at, id, status_id, home_id, assign_key, created_at, updated_at)`.execute(db);
  await sql`create index conversation_by_tag_set on conversation
    (tag_set_id, shelf, last_message_at, id, home_id) where tag_set_id is not null`.execute(db);
  await sql`create index conversation_by_tag_set_home on conversation
    (tag_set_id, home_id, shelf, last_message_at, id) where tag_set_id is not null`.execute(db);
  await sql`create index conversation_by_requester on conversation
    (requester_id, shelf, last_message_at, id, home_id) where tag_set_id is not null`.execute(db);
  const tagged = ['last_message_at', 'conversation_id'];
  await index(db, 'conversation_tag', ['tag_id', 'shelf', ...tagged, 'status_id', 'home_id', 'assign_key']);
}
