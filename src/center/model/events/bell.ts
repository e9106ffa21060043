import type { Db } from '../../database/tables.ts';
import type { Caller } from '../access.ts';
import type { KeptEvent } from './log.ts';

/** The conversations of an event for which the caller's desk rings. */
export type RingsOf = (event: KeptEvent) => readonly number[];

/**
 * Determines for which customers' messages the caller's desk rings: those in an inbox that the agent is subscribed to,
 * unless that is the spam inbox, or the agent wants not to be told.
 */
export async function createRings(db: Db, { agentId }: Caller, events: readonly KeptEvent[]): Promise<RingsOf> {
  if (agentId === null || events.every(({ written }) => written === undefined)) return () => [];
  const rows = await db
    .selectFrom('inbox_subscription as subscription')
    .innerJoin('inbox', 'inbox.id', 'subscription.inbox_id')
    .innerJoin('agent', 'agent.id', 'subscription.agent_id')
    .select('inbox.id')
    .where('agent.id', '=', agentId)
    .where('agent.notify', '<>', 'none')
    .where('inbox.kind', '<>', 'spam')
    .execute();
  const inboxes = new Set(rows.map(({ id }) => id));
  return ({ written = [] }) => written.flatMap(([id, home]) => (inboxes.has(home) ? [id] : []));
}
