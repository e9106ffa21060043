import type { Kysely } from 'kysely';
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

/** The parts of a conversation: messages, notes, reviews, history. */
export async function messages(db: Kysely<never>, kind: DatabaseKind): Promise<void> {
  const whole = wide(kind);
  await db.schema
    .createTable('message')
    .addColumn('id', whole, identity(kind))
    .addColumn('conversation_id', whole, part('conversation'))
    .addColumn('kind', 'text', required)
    .addColumn('event', 'text')
    .addColumn('merged_with', whole)
    .addColumn('agent_id', whole, refers('agent'))
    .addColumn('contact_id', whole, refers('contact'))
    .addColumn('created_at', whole, required)
    .addColumn('body_text', 'text', required)
    .addColumn('body_html', 'text')
    .addColumn('from_address', 'text')
    .addColumn('automatic', 'integer', zero)
    .addColumn('unverified', 'integer', zero)
    .execute();
  await index(db, 'message', ['conversation_id', 'created_at', 'id']);
  await linkTable(db, kind, 'message_attachment', ['message', 'attachment'], true);
  await db.schema.alterTable('message_attachment').addColumn('inline', 'integer', zero).execute();
  await besideMessages(db, kind);
  await db.schema
    .createTable('note')
    .addColumn('id', whole, identity(kind))
    .addColumn('conversation_id', whole, part('conversation'))
    .addColumn('agent_id', whole, refers('agent'))
    .addColumn('details', 'text', required)
    .addColumn('created_at', whole, required)
    .execute();
  await index(db, 'note', ['conversation_id', 'created_at', 'id']);
  await linkTable(db, kind, 'note_attachment', ['note', 'attachment'], true);
  await db.schema
    .createTable('review')
    .addColumn('id', whole, identity(kind))
    .addColumn('conversation_id', whole, part('conversation'))
    .addColumn('contact_id', whole, refers('contact'))
    .addColumn('rating', 'integer', required)
    .addColumn('comment', 'text', empty)
    .addColumn('created_at', whole, required)
    .execute();
  await index(db, 'review', ['conversation_id', 'created_at', 'id']);
  await db.schema
    .createTable('history')
    .addColumn('id', whole, identity(kind))
    .addColumn('conversation_id', whole, part('conversation'))
    .addColumn('event', 'text', required)
    .addColumn('agent_id', whole, refers('agent'))
    .addColumn('changes', 'text', required)
    .addColumn('created_at', whole, required)
    .addColumn('by_mail', 'integer')
    .execute();
  await index(db, 'history', ['conversation_id', 'created_at', 'id']);
}

/** Beside messages: changing one would write its whole text again. */
async function besideMessages(db: Kysely<never>, kind: DatabaseKind): Promise<void> {
  const table = (name: string) =>
    db.schema.createTable(name).addColumn('message_id', wide(kind), column => part('message')(column).primaryKey());
  await table('message_recipients').addColumn('people', 'text', required).execute();
  await table('message_delivery')
    .addColumn('state', 'text', required)
    .addColumn('at', wide(kind), required)
    .addColumn('reason', 'text')
    .execute();
  await table('message_head')
    .addColumn('message_key', 'text')
    .addColumn('subject', 'text', required)
    .addColumn('answers', 'text', required)
    .execute();
}
