import type { Center } from '../../src/center/center.ts';
import { insertAgent, insertToken } from '../../src/center/model/people/agent.ts';

/** An agent inserted directly into the database; nobody can sign in as it. */
interface GivenAgent {
  readonly name: string;
  readonly email: string;
  readonly role: 'agent' | 'admin';
}

/** Puts an agent into a center without asking the service, unless a kept center has it. Returns its id. */
export function createAgent(center: Center, agent: GivenAgent): Promise<{ id: number }> {
  return center.write(async ({ db, now }) => {
    const there = await db.selectFrom('agent').select('id').where('email', '=', agent.email).executeTakeFirst();
    return there ?? insertAgent(db, { ...agent, passwordHash: null }, now);
  });
}

/** A new access token of an agent, without a sign-in. */
export function createAgentToken(center: Center, agentId: number): Promise<string> {
  return center.write(async ({ db, now }) => (await insertToken(db, { agentId }, now)).token);
}
