import type { Db } from '../../database/tables.ts';

/** Subscribes an agent to an inbox, unless it is subscribed. */
export async function keepSubscription(db: Db, inboxId: number, agentId: number): Promise<void> {
  await db
    .insertInto('inbox_subscription')
    .values({ inbox_id: inboxId, agent_id: agentId })
    .onConflict(conflict => conflict.doNothing())
    .execute();
}

/** Ends an agent's subscription to an inbox, if there is one. */
export async function endSubscription(db: Db, inboxId: number, agentId: number): Promise<void> {
  await db.deleteFrom('inbox_subscription').where('inbox_id', '=', inboxId).where('agent_id', '=', agentId).execute();
}
