import type { Db } from '../../database/tables.ts';
import type { Caller } from '../access.ts';
import { insertToken } from './agent.ts';
import { callerOf, hashToken, tokenByHash } from './token.ts';

/** An agent's SSH key. */
interface SshKey {
  readonly id: number;
  readonly email: string;
  /** Its kind, its data and its comment, as a `.pub` file has them. */
  readonly key: string;
}

/** A key that was added. */
export interface AddedSshKey {
  readonly id: number;
  /** Its name for `frontdesk dial`: no other key has it, also after a restore or in another help center. */
  readonly dialName: string;
}

/**
 * Adds an SSH key of an agent. It is a token named by the public key, which no bearer can use, because its secret is
 * thrown away: a connection through SSH names its hash.
 */
export async function addSshKey(db: Db, agentId: number, key: string, now: number): Promise<AddedSshKey> {
  const { id, token } = await insertToken(db, { agentId, keyName: key }, now);
  return { id, dialName: hashToken(token) };
}

/** The SSH keys of all agents, in the order of their ids. */
export function sshKeys(db: Db): Promise<SshKey[]> {
  return db
    .selectFrom('token')
    .innerJoin('agent', 'agent.id', 'token.agent_id')
    .select(['token.id', 'agent.email', 'token.name as key'])
    .where('token.name', 'is not', null)
    .$narrowType<{ key: string }>()
    .orderBy('token.id')
    .execute();
}

/** Deletes an SSH key. Returns false if no key has this id. */
export async function endSshKey(db: Db, id: number): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('token')
    .where('id', '=', id)
    .where('agent_id', 'is not', null)
    .where('name', 'is not', null)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

/** The agent whose SSH key this is; `disabled` if they are, undefined if there is no such key. */
export async function callerOfSshKey(db: Db, dialName: string, now: number): Promise<Caller | 'disabled' | undefined> {
  const row = await tokenByHash(db, dialName);
  if (!row || row.agent_id === null || row.key_name === null) return undefined;
  return row.disabled === 1 ? 'disabled' : callerOf(row, now);
}
