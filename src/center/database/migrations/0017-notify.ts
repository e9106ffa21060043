import type { Kysely } from 'kysely';

/** How an agent is told of customers' messages in its subscribed inboxes. */
export async function notify(db: Kysely<never>): Promise<void> {
  await db.schema
    .alterTable('agent')
    .addColumn('notify', 'text', column => column.notNull().defaultTo('desk'))
    .execute();
}
