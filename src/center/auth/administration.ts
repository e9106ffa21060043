import type { Transactions } from '../model/context.ts';
import { agentAnswer, agentByEmail, insertAgent, insertToken, updateAgent } from '../model/people/agent.ts';
import { apiKeys, endApiKey, endExpiredTokens } from '../model/people/token.ts';

/** Creates an API key. Returns the token, which cannot be read again. */
export function createApiKey(center: Transactions, name: string): Promise<{ id: number; token: string }> {
  return center.write(({ db, now }) => insertToken(db, { keyName: name }, now));
}

/** The API keys, without their tokens; times in milliseconds since 1970. */
export function listApiKeys(center: Transactions) {
  return center.read(async ({ db }) => {
    const rows = await apiKeys(db);
    return rows.map(({ id, name, created_at, used_at }) => ({
      id,
      name: name ?? '',
      createdAt: created_at,
      usedAt: used_at,
    }));
  });
}

/** Revokes an API key at once, by its id or its name. Returns false if it does not exist. */
export function revokeApiKey(center: Transactions, which: number | string): Promise<boolean> {
  return center.write(({ db }) => endApiKey(db, which));
}

/** An address for the system's user; it only has to be valid and always the same. */
function localAddress(name: string): string {
  return `${
    name
      .normalize('NFKD')
      .toLowerCase()
      .replace(/[^a-z0-9._-]+/g, '-')
      .slice(0, 64) || 'user'
  }@localhost`;
}

/**
 * The admin that the embedded desk works as, named after the system's user, without a password; created if missing.
 * Returned with a new access token for requests within this process.
 */
export function ensureLocalAdmin(center: Transactions, name: string) {
  return center.write(async ({ db, now, namesChanged }) => {
    const email = localAddress(name);
    const known = await agentByEmail(db, email);
    const agent = known ?? (await insertAgent(db, { name, email, role: 'admin', passwordHash: null }, now));
    if (!known) namesChanged();
    if (agent.role !== 'admin' || agent.disabled !== 0)
      await updateAgent(db, agent.id, { role: 'admin', disabled: 0 }, now);
    await endExpiredTokens(db, now);
    const { token } = await insertToken(db, { agentId: agent.id }, now);
    return { agent: { ...agentAnswer(agent), role: 'admin' as const, disabled: false }, token };
  });
}
