import type { Kysely } from 'kysely';
import { type DatabaseKind, empty, index, part, wide, zero } from './columns.ts';

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
  await index(db, 'outgoing', ['message_key']);
}
