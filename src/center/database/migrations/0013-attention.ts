import { type Kysely, sql } from 'kysely';
import type { Tables } from '../tables.ts';
import { type DatabaseKind, index, part, required, wide, zero } from './columns.ts';
import { planFilling, planNumbers } from './to-fill.ts';

/**
 * Data about what needs an agent's attention. It has tables of its own: a new index on the conversations would delay
 * the opening of a large old file. Old rows are filled in later (see model/filling/fill.ts).
 */
export async function attention(db: Kysely<never>, kind: DatabaseKind, now: number): Promise<void> {
  await marks(db, kind);
  await contactWords(db, kind);
  await participants(db, kind);
  await reading(db, kind, now);
  await numbers(db, kind);
  await planFilling(db as unknown as Kysely<Tables>);
  await planNumbers(db as unknown as Kysely<Tables>);
}

async function contactWords(db: Kysely<never>, kind: DatabaseKind): Promise<void> {
  // Words are searched by their beginnings, which only this order keeps together on PostgreSQL.
  const word = kind === 'sqlite' ? sql`text` : sql`text collate "C"`;
  await db.schema
    .createTable('contact_word')
    .addColumn('contact_id', wide(kind), part('contact'))
    .addColumn('word', word, required)
    .addPrimaryKeyConstraint('contact_word_key', ['contact_id', 'word'] as never)
    .execute();
  await index(db, 'contact_word', ['word', 'contact_id']);
}

async function reading(db: Kysely<never>, kind: DatabaseKind, now: number): Promise<void> {
  const whole = wide(kind);
  await db.schema.alterTable('agent').addColumn('read_floor', whole, zero).execute();
  await db.schema.alterTable('agent').addColumn('read_since', whole, zero).execute();
  // Older messages count as read.
  await sql`update agent set read_floor = coalesce((select max(id) from message), 0), read_since = ${now}`.execute(db);
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

async function numbers(db: Kysely<never>, kind: DatabaseKind): Promise<void> {
  const whole = wide(kind);
  await db.schema
    .createTable('conversation_number')
    .addColumn('home_id', whole, required)
    .addColumn('shelf', 'integer', required)
    .addColumn('status_id', whole, required)
    .addColumn('assign_key', whole, required)
    .addColumn('number', whole, required)
    .addPrimaryKeyConstraint('conversation_number_key', ['home_id', 'shelf', 'status_id', 'assign_key'] as never)
    .execute();
}

async function participants(db: Kysely<never>, kind: DatabaseKind): Promise<void> {
  return db.schema
    .createTable('conversation_participant')
    .addColumn('conversation_id', wide(kind), part('conversation'))
    .addColumn('email_key', 'text', required)
    .addColumn('email', 'text', required)
    .addColumn('name', 'text', required)
    .addColumn('position', 'integer', required)
    .addPrimaryKeyConstraint('conversation_participant_key', ['conversation_id', 'email_key'] as never)
    .execute();
}

async function marks(db: Kysely<never>, kind: DatabaseKind): Promise<void> {
  const whole = wide(kind);
  await db.schema
    .createTable('conversation_mark')
    .addColumn('conversation_id', whole, part('conversation'))
    .addColumn('kind', 'integer', required)
    .addColumn('since', whole, zero)
    .addColumn('at', whole, zero)
    .addColumn('message_id', whole, zero)
    .addColumn('shelf', 'integer', required)
    .addColumn('status_id', whole, required)
    .addColumn('home_id', whole, required)
    .addColumn('assign_key', whole, required)
    .addColumn('last_message_at', whole, required)
    .addPrimaryKeyConstraint('conversation_mark_key', ['conversation_id', 'kind'] as never)
    .execute();
  const byTime = ['shelf', 'last_message_at', 'conversation_id'];
  await index(db, 'conversation_mark', ['kind', ...byTime, 'status_id', 'home_id', 'assign_key']);
  await index(db, 'conversation_mark', ['kind', 'home_id', ...byTime, 'status_id', 'assign_key']);
  // 4: see `markKinds.asked`. Messages above an agent's floor are found by id. The kind is also the first column:
  // SQLite prefers another index that begins with it to a partial one that does not.
  await sql`create index conversation_mark_by_message on conversation_mark
    (kind, message_id, conversation_id) where kind = 4`.execute(db);
  await sql`create index conversation_mark_by_home_message on conversation_mark
    (kind, home_id, message_id, conversation_id) where kind = 4`.execute(db);
  // 5: see `markKinds.waiting`. Only these have a time `since`.
  await sql`create index conversation_mark_by_since on conversation_mark
    (kind, since, conversation_id, status_id, home_id, assign_key) where kind = 5`.execute(db);
  await sql`create index conversation_mark_by_home_since on conversation_mark
    (kind, home_id, since, conversation_id, status_id, assign_key) where kind = 5`.execute(db);
}
