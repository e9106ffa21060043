import { type Kysely, sql } from 'kysely';
import {
  type DatabaseKind,
  empty,
  identity,
  index,
  linkTable,
  part,
  refers,
  required,
  wide,
  zero,
} from '../columns.ts';

/** Agents, their tokens and teams, contacts, files, statuses and settings. */
export async function people(db: Kysely<never>, kind: DatabaseKind): Promise<void> {
  const whole = wide(kind);
  await db.schema
    .createTable('setting')
    .addColumn('key', 'text', column => column.primaryKey())
    .addColumn('value', 'text', required)
    .execute();
  await db.schema
    .createTable('agent')
    .addColumn('id', whole, identity(kind))
    .addColumn('name', 'text', required)
    .addColumn('email', 'text', required)
    .addColumn('email_key', 'text', column => column.notNull().unique())
    .addColumn('role', 'text', required)
    .addColumn('password_hash', 'text')
    .addColumn('disabled', 'integer', zero)
    .addColumn('notify', 'text', column => column.notNull().defaultTo('desk'))
    .addColumn('read_floor', whole, zero)
    .addColumn('read_since', whole, zero)
    .addColumn('created_at', whole, required)
    .addColumn('updated_at', whole, required)
    .execute();
  await db.schema
    .createTable('token')
    .addColumn('id', whole, identity(kind))
    .addColumn('hash', 'text', column => column.notNull().unique())
    .addColumn('agent_id', whole, column => column.references('agent.id').onDelete('cascade'))
    .addColumn('name', 'text')
    .addColumn('created_at', whole, required)
    .addColumn('used_at', whole, required)
    .execute();
  await index(db, 'token', ['agent_id']);
  // Recent addresses of agents' sign-ins: there, strangers elsewhere do not lock them out.
  await db.schema
    .createTable('sign_in_address')
    .addColumn('agent_id', whole, part('agent'))
    .addColumn('hash', 'text', required)
    .addColumn('used_at', whole, required)
    .addPrimaryKeyConstraint('sign_in_address_key', ['agent_id', 'hash'] as never)
    .execute();
  await index(db, 'sign_in_address', ['used_at']);
  await db.schema
    .createTable('team')
    .addColumn('id', whole, identity(kind))
    .addColumn('name', 'text', required)
    .addColumn('created_at', whole, required)
    .addColumn('updated_at', whole, required)
    .execute();
  await linkTable(db, kind, 'team_agent', ['team', 'agent']);
  await customers(db, kind);
}

async function customers(db: Kysely<never>, kind: DatabaseKind): Promise<void> {
  const whole = wide(kind);
  await db.schema
    .createTable('conversation_status')
    .addColumn('id', whole, identity(kind))
    .addColumn('name', 'text', required)
    .addColumn('name_key', 'text', column => column.notNull().unique())
    .addColumn('kind', 'text', required)
    .execute();
  await db.schema
    .createTable('contact')
    .addColumn('id', whole, identity(kind))
    .addColumn('name', 'text', required)
    .addColumn('email', 'text')
    .addColumn('email_key', 'text', column => column.unique())
    .addColumn('search_key', 'text', empty)
    .addColumn('created_at', whole, required)
    .addColumn('updated_at', whole, required)
    .execute();
  await index(db, 'contact', ['name', 'id']);
  // Words are searched by their beginnings, which only this order keeps together on PostgreSQL.
  const word = kind === 'sqlite' ? sql`text` : sql`text collate "C"`;
  await db.schema
    .createTable('contact_word')
    .addColumn('contact_id', whole, part('contact'))
    .addColumn('word', word, required)
    .addPrimaryKeyConstraint('contact_word_key', ['contact_id', 'word'] as never)
    .execute();
  await index(db, 'contact_word', ['word', 'contact_id']);
  await db.schema
    .createTable('attachment')
    .addColumn('id', whole, identity(kind))
    .addColumn('name', 'text', required)
    .addColumn('content_type', 'text', required)
    .addColumn('size', whole, required)
    .addColumn('hash', 'text', required)
    .addColumn('agent_id', whole, refers('agent'))
    .addColumn('created_at', whole, required)
    .execute();
  await index(db, 'attachment', ['hash']);
}
