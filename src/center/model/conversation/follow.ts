import { type RawBuilder, sql } from 'kysely';
import { deleteRows, keepRow } from '../../database/rows.ts';
import { chunks } from '../../database/statement.ts';
import { seesConversation } from '../access.ts';
import type { Work } from '../work.ts';
import { callKinds } from './call.ts';

const kind = callKinds.follow;
const isFollow = sql`kind = ${sql.lit(kind)}`;

function isAmong(ids: readonly number[]): RawBuilder<unknown> {
  return sql`${isFollow} and conversation_id in (${sql.join(ids)})`;
}

/** The agent follows the conversation from now on. Only that agent's desks hear of it. */
export async function followConversation(work: Work, conversationId: number, agentId: number): Promise<void> {
  const row = { agent_id: agentId, kind, conversation_id: conversationId };
  await keepRow(work.db, 'conversation_call', row, { since: work.now });
  work.ownRowChanged(agentId, conversationId);
}

/** The agent follows the conversation no longer. Only that agent's desks hear of it. */
export async function unfollow(work: Work, conversationId: number, agentId: number): Promise<void> {
  const row = { agent_id: agentId, kind, conversation_id: conversationId };
  if ((await deleteRows(work.db, 'conversation_call', row)).length > 0) work.ownRowChanged(agentId, conversationId);
}

/** Rings at the desks of the agents who follow the conversation, except the writer's; null: no agent wrote. */
export async function tellFollowers(work: Work, conversationId: number, writerId: number | null): Promise<void> {
  const { rows } = await sql<{ agent_id: number }>`select agent_id from conversation_call
    where ${isAmong([conversationId])} order by agent_id`.execute(work.db);
  for (const { agent_id: agentId } of rows) if (agentId !== writerId) work.agentCalled(agentId, conversationId);
}

/** Each agent who follows one of these conversations also follows the one to which parts of them moved. */
export async function followToo({ db }: Work, ids: readonly number[], to: number): Promise<void> {
  for (const piece of chunks(ids))
    await sql`insert into conversation_call (agent_id, kind, conversation_id, since)
      select agent_id, kind, cast(${to} as bigint), min(since) from conversation_call
      where ${isAmong(piece)} group by agent_id, kind
      on conflict (agent_id, kind, conversation_id) do nothing`.execute(db);
}

/** No agent follows these conversations any more. */
export async function endFollowing({ db }: Work, ids: readonly number[]): Promise<void> {
  for (const piece of chunks(ids)) await sql`delete from conversation_call where ${isAmong(piece)}`.execute(db);
}

/** Ends the following of agents who no longer see the conversation: of these conversations, by default of all. */
export async function dropLostFollowing({ db }: Work, ids?: readonly number[]): Promise<void> {
  const agentId = sql.ref('conversation_call.agent_id');
  for (const where of ids ? chunks(ids).map(isAmong) : [isFollow])
    await sql`delete from conversation_call where ${where}
      and not exists (select 1 from agent where agent.id = ${agentId} and agent.role = 'admin')
      and not exists (select 1 from conversation where conversation.id = conversation_call.conversation_id
        and ${seesConversation({ seesAll: false, agentId })})`.execute(db);
}
