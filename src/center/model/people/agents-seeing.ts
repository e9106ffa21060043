import { sql } from 'kysely';
import type { Db } from '../../database/tables.ts';

/** The ids of the agents that see an inbox: admins, and those that it lists directly or by a team. */
export async function agentsSeeing(db: Db, inboxId: number): Promise<ReadonlySet<number>> {
  const { rows } = await sql<{ id: number }>`select id from agent where role = 'admin'
    union select agent_id from inbox_agent where inbox_id = ${inboxId}
    union select team_agent.agent_id from inbox_team
      join team_agent on team_agent.team_id = inbox_team.team_id where inbox_team.inbox_id = ${inboxId}`.execute(db);
  return new Set(rows.map(row => row.id));
}
