import { type RawBuilder, sql } from 'kysely';

/** Why an agent is called to a conversation: a note names it, what was put off has come back to it, or it follows. */
export const callKinds = { mention: 1, back: 2, follow: 3 } as const;

/** A subquery: the conversations to which an agent is called, as `conversation_id`. */
export function calledConversations(agentId: number | null, kind: keyof typeof callKinds): RawBuilder<unknown> {
  return sql`(select conversation_id from conversation_call
    where agent_id = ${agentId} and kind = ${sql.lit(callKinds[kind])})`;
}
