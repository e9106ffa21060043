import { sql } from 'kysely';
import type { Work } from '../work.ts';
import { agentsSeeing } from './agents-seeing.ts';
import { dropUnwantedMail } from './subscription-mail.ts';

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
 * Runs a change of who sees these inboxes: an agent who loses one loses its subscription, and each agent who gains or
 * loses one is told; an agent who no longer sees it would otherwise be told nothing.
 */
export async function changingAccess<T>(work: Work, inboxIds: readonly number[], change: () => Promise<T>): Promise<T> {
  if (inboxIds.length === 0) return change();
  const before = await seenBy(work, inboxIds);
  const result = await change();
  await dropLostSubscriptions(work);
  await dropUnwantedMail(work);
  for (const [id, after] of await seenBy(work, inboxIds))
    for (const agentId of after.symmetricDifference(before.get(id)!)) work.accessChanged(agentId, id);
  return result;
}
