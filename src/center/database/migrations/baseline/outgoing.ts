import type { Kysely } from 'kysely';
import { type DatabaseKind, empty, identity, index, part, required, wide, zero } from '../columns.ts';

/** Mail that waits to be sent, and what became of the mail that was sent. */
export async function outgoingMail(db: Kysely<never>, kind: DatabaseKind): Promise<void> {
  const whole = wide(kind);
  await db.schema
    .createTable('outgoing')
    .addColumn('id', whole, identity(kind))
    // A message that is deleted is not sent any more.
    .addColumn('message_id', whole, column => column.references('message.id').onDelete('cascade'))
    .addColumn('conversation_id', whole)
    .addColumn('inbox_id', whole)
    .addColumn('message_key', 'text', required)
    .addColumn('letter', 'text', required)
    .addColumn('recipients', 'text', required)
    .addColumn('state', 'text', required)
    .addColumn('attempts', 'integer', zero)
    .addColumn('has_begun', 'integer', zero)
    .addColumn('since', whole, required)
    .addColumn('next_at', whole, required)
    .addColumn('lease_owner', 'text')
    .addColumn('lease_ends_at', whole)
    .addColumn('reply', 'text', empty)
    .addColumn('created_at', whole, required)
    .execute();
  await index(db, 'outgoing', ['state', 'next_at', 'id']);
  await index(db, 'outgoing', ['message_id']);
  await index(db, 'outgoing', ['inbox_id', 'state']);
  await index(db, 'outgoing', ['message_key']);
}

/** The automatic replies of the last day, the conversations that were closed lately, and the requests to rate them. */
export async function automatic(db: Kysely<never>, kind: DatabaseKind): Promise<void> {
  const whole = wide(kind);
  await db.schema
    .createTable('automatic_reply')
    .addColumn('id', whole, identity(kind))
    .addColumn('email_key', 'text', required)
    .addColumn('inbox_id', whole, required)
    .addColumn('at', whole, required)
    .execute();
  await index(db, 'automatic_reply', ['email_key', 'at']);
  await index(db, 'automatic_reply', ['inbox_id', 'at']);
  await index(db, 'automatic_reply', ['at']);
  await db.schema
    .createTable('rating_wait')
    .addColumn('conversation_id', whole, column => part('conversation')(column).primaryKey())
    .addColumn('since', whole, required)
    .execute();
  await index(db, 'rating_wait', ['since']);
  await db.schema
    .createTable('rating_request')
    .addColumn('id', whole, identity(kind))
    .addColumn('conversation_id', whole, part('conversation'))
    .addColumn('contact_id', whole, required)
    .addColumn('answer_id', whole, column => column.notNull().unique())
    .addColumn('message_id', whole, column => column.notNull().unique())
    .addColumn('sent_at', whole, required)
    .addColumn('used_at', whole)
    .execute();
  await index(db, 'rating_request', ['conversation_id']);
}

/** What the agents who want mails about their inboxes were told last. */
export async function subscriptionMail(db: Kysely<never>, kind: DatabaseKind): Promise<void> {
  const whole = wide(kind);
  await db.schema
    .createTable('subscription_mail')
    .addColumn('agent_id', whole, part('agent'))
    .addColumn('inbox_id', whole, part('inbox'))
    .addColumn('message_key', 'text', empty)
    .addColumn('at', whole, zero)
    .addColumn('told', whole, zero)
    .addColumn('untold', whole, zero)
    .addPrimaryKeyConstraint('subscription_mail_key', ['agent_id', 'inbox_id'] as never)
    .execute();
}
