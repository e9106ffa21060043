import { sql } from 'kysely';
import type { Db } from '../../database/tables.ts';
import { dropLostFollowing } from '../conversation/follow.ts';
import type { Work } from '../work.ts';
import { dropUnwantedMail } from './subscription-mail.ts';

/** The ids of the agents that see an inbox: admins, and those that it lists directly or by a team. */
export async function agentsSeeing(db: Db, inboxId: number): Promise<ReadonlySet<number>> {
  const { rows } = await sql<{ id: number }>`select id from agent where role = 'admin'
    union select agent_id from inbox_agent where inbox_id = ${inboxId}
    union select team_agent.agent_id from inbox_team
      join team_agent on team_agent.team_id = inbox_team.team_id where inbox_team.inbox_id = ${inboxId}`.execute(db);
  return new Set(rows.map(row => row.id));
}

/** Ends the subscriptions of agents to inboxes that they no longer see. */
async function dropLostSubscriptions(work: Work): Promise<void> {
  await sql`delete from inbox_subscription
    where not exists (select 1 from agent where agent.id = inbox_subscription.agent_id and agent.role = 'admin')
    and not exists (select 1 from inbox_agent where inbox_agent.inbox_id = inbox_subscription.inbox_id
      and inbox_agent.agent_id = inbox_subscription.agent_id)
    and not exists (select 1 from inbox_team join team_agent on team_agent.team_id = inbox_team.team_id
      where inbox_team.inbox_id = inbox_subscription.inbox_id
      and team_agent.agent_id = inbox_subscription.agent_id)`.execute(work.db);
}

async function seenBy(work: Work, inboxIds: readonly number[]): Promise<ReadonlyMap<number, ReadonlySet<number>>> {
  const seen = new Map<number, ReadonlySet<number>>();
  for (const id of inboxIds) seen.set(id, await agentsSeeing(work.db, id));
  return seen;
}

/**
 * Runs a change of the access to these inboxes: an agent who loses one loses its subscription and follows nothing there, and each agent who gains
 * or loses one is notified, because an agent without access would hear nothing otherwise.
 */
export async function changingAccess<T>(work: Work, inboxIds: readonly number[], change: () => Promise<T>): Promise<T> {
  if (inboxIds.length === 0) return change();
  const before = await seenBy(work, inboxIds);
  const result = await change();
  await dropLostSubscriptions(work);
  await dropLostFollowing(work);
  await dropUnwantedMail(work);
  for (const [id, after] of await seenBy(work, inboxIds))
    for (const agentId of after.symmetricDifference(before.get(id)!)) work.accessChanged(agentId, id);
  return result;
}
