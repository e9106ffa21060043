import type { ModelCenter, Transactions } from '../model/context.ts';
import { inboxVoice } from '../model/inbox/own-mail.ts';
import { defaultInboxId } from '../model/inbox/read.ts';
import { agentAnswer, agentByEmail, insertAgent, insertToken, updateAgent } from '../model/people/agent.ts';
import { type AddedSshKey, addSshKey, endSshKey, sshKeys } from '../model/people/ssh-key.ts';
import { apiKeys, endApiKey, hashToken, newToken } from '../model/people/token.ts';

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

/** Adds a public key by which an agent calls through SSH. Resolves with undefined if no agent has this address. */
export function createSshKey(center: Transactions, email: string, key: string): Promise<AddedSshKey | undefined> {
  return center.write(async ({ db, now }) => {
    const agent = await agentByEmail(db, email);
    return agent && addSshKey(db, agent.id, key, now);
  });
}

/** The SSH keys of all agents. */
export function listSshKeys(center: Transactions) {
  return center.read(({ db }) => sshKeys(db));
}

/** Removes an SSH key at once, by its id. Returns false if it does not exist. */
export function removeSshKey(center: Transactions, id: number): Promise<boolean> {
  return center.write(({ db }) => endSshKey(db, id));
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

/** The sender of that admin's answers, as customers see it; undefined if the default inbox has no address. */
export function localSender(center: Transactions, name: string): Promise<string | undefined> {
  return center.read(async ({ db }) => {
    const { address } = await inboxVoice(db, await defaultInboxId(db));
    const agent = await agentByEmail(db, localAddress(name));
    return address === null ? undefined : `${agent?.name ?? name} <${address}>`;
  });
}

/**
 * The admin that the embedded desk works as, named after the system's user, without a password; created if missing.
 * Returned with a token for requests within this process. If the admin is there, nothing is written.
 */
export async function ensureLocalAdmin(center: ModelCenter, name: string) {
  const email = localAddress(name);
  const known = await center.read(({ db }) => agentByEmail(db, email));
  const isReady = known?.role === 'admin' && known.disabled === 0;
  const agent = isReady ? known : await makeLocalAdmin(center, name, email);
  return { agent: agentAnswer(agent), token: ownToken(center, agent.id) };
}

function makeLocalAdmin(center: ModelCenter, name: string, email: string) {
  return center.write(async ({ db, now, namesChanged }) => {
    const known = await agentByEmail(db, email);
    const agent = known ?? (await insertAgent(db, { name, email, role: 'admin', passwordHash: null }, now));
    if (!known) namesChanged();
    return updateAgent(db, agent.id, { role: 'admin', disabled: 0 }, now);
  });
}

/** A token for requests within this process, of an agent or of an API key (null). It ends with the process. */
export function ownToken({ context }: ModelCenter, agentId: number | null): string {
  const token = newToken(agentId === null ? 'key' : 'agent');
  context.ownTokens.set(hashToken(token), agentId);
  return token;
}
