import * as v from 'valibot';
import { EmailAddress, line } from '../contract/schema.ts';
import { tokenLifetime } from './auth.ts';
import type { Center } from './center.ts';
import { hashPassword } from './password.ts';
import { agentAnswer, agentByEmail, insertAgent, insertToken } from './storage/agent.ts';

/** An agent to be made; without a password nobody can sign in as it. At least 12 characters. */
export interface AgentToCreate {
  readonly name: string;
  readonly email: string;
  readonly role: 'agent' | 'admin';
  readonly password?: string;
}

/** A local administrator's wish that cannot be met; the message says why. */
export class AdministrationError extends Error {}

const AgentName = line(1, 120);
const shortestPassword = 12;

const check = ({ name, email }: AgentToCreate): void => {
  if (!v.is(AgentName, name)) throw new AdministrationError('A name is 1 to 120 characters on one line.');
  if (!v.is(EmailAddress, email)) throw new AdministrationError(`${JSON.stringify(email)} is no email address.`);
};

const passwordHash = async (center: Center, password: string): Promise<string> => {
  if ([...password].length < shortestPassword)
    throw new AdministrationError(`A password needs at least ${shortestPassword} characters; nothing was changed.`);
  return hashPassword(password, center.parts.settings.passwordCost);
};

/** Creates an agent. Throws `AdministrationError` where a field is wrong or the address taken. */
export const createAgent = async (center: Center, agent: AgentToCreate) => {
  check(agent);
  const { name, email, role, password } = agent;
  const hash = password === undefined ? null : await passwordHash(center, password);
  return center.write(async ({ db, now }) => {
    if (await agentByEmail(db, email)) throw new AdministrationError(`An agent has the address ${email} already.`);
    return agentAnswer(await insertAgent(db, { name, email, role, passwordHash: hash }, now));
  });
};

/** A new access token of an agent, without a sign-in. */
export const createAgentToken = (center: Center, agentId: number): Promise<string> =>
  center.write(async ({ db, now }) => (await insertToken(db, { agentId }, now)).token);

/** Creates an API key. The token is given this once. */
export const createApiKey = (center: Center, name: string): Promise<{ id: number; token: string }> =>
  center.write(({ db, now }) => insertToken(db, { keyName: name }, now));

/** The API keys, without their tokens; times in milliseconds since 1970. */
export const listApiKeys = (center: Center) =>
  center.read(async ({ db }) => {
    const rows = await db.selectFrom('token').selectAll().where('agent_id', 'is', null).orderBy('id').execute();
    return rows.map(({ id, name, created_at, used_at }) => ({
      id,
      name: name ?? '',
      createdAt: created_at,
      usedAt: used_at,
    }));
  });

/** Ends an API key at once, named by its id or its name. False where there is none. */
export const revokeApiKey = (center: Center, which: number | string): Promise<boolean> =>
  center.write(async ({ db }) => {
    const { numDeletedRows } = await db
      .deleteFrom('token')
      .where('agent_id', 'is', null)
      .where(typeof which === 'number' ? 'id' : 'name', '=', which)
      .executeTakeFirst();
    return numDeletedRows > 0n;
  });

/** An address for the system's user; it needs only to be one, and always the same. */
const localAddress = (name: string): string =>
  `${
    name
      .normalize('NFKD')
      .toLowerCase()
      .replace(/[^a-z0-9._-]+/g, '-')
      .slice(0, 64) || 'user'
  }@localhost`;

/**
 * The admin that the embedded desk works as, named after the system's user, without a password; made where it is
 * missing. Gives it with a new access token for requests within this process.
 */
export const ensureLocalAdmin = (center: Center, name: string) =>
  center.write(async ({ db, now }) => {
    const email = localAddress(name);
    const known = await agentByEmail(db, email);
    const agent = known ?? (await insertAgent(db, { name, email, role: 'admin', passwordHash: null }, now));
    if (agent.role !== 'admin' || agent.disabled !== 0)
      await db
        .updateTable('agent')
        .set({ role: 'admin', disabled: 0, updated_at: now })
        .where('id', '=', agent.id)
        .execute();
    await db
      .deleteFrom('token')
      .where('agent_id', 'is not', null)
      .where('used_at', '<', now - tokenLifetime)
      .execute();
    const { token } = await insertToken(db, { agentId: agent.id }, now);
    return { agent: { ...agentAnswer(agent), role: 'admin' as const, disabled: false }, token };
  });
