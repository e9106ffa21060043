import type { Kysely } from 'kysely';

/** How an agent hears of customers' messages in the inboxes that it is subscribed to. */
export async function notify(db: Kysely<never>): Promise<void> {
  await db.schema
    .alterTable('agent')
    .addColumn('notify', 'text', column => column.notNull().defaultTo('desk'))
    .execute();
}
