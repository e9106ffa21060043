import { createHash } from 'node:crypto';

/** An agent, as the help center identifies one. */
export interface KeptAgent {
  readonly id: number;
  readonly name: string;
}

/** The user of a desk: the agent that the help center names, or, if it names none, the holder of this token. */
export interface DeskUser {
  readonly agent: KeptAgent | null;
  readonly token: string;
}

/** The owner of kept state. A token is recorded only as a salted hash. */
export type Owner = { readonly agent: KeptAgent } | { readonly salt: string; readonly hash: string };

/**
 * The owner of this caller's state. The same agent with a new token is the same owner. `salt`: the same for all desks
 * of a help center, so that they find the same file.
 */
export function ownerOf({ agent, token }: DeskUser, salt: string): Owner {
  if (agent) return { agent: { id: agent.id, name: agent.name } };
  return { salt, hash: hashOf(salt, token) };
}

/** Whether this owner's state is the caller's, another agent's, or that of another token. */
export function ownerKind(owner: Owner, { agent, token }: DeskUser): 'mine' | 'other' | 'unsigned' {
  if ('agent' in owner) return owner.agent.id === agent?.id ? 'mine' : 'other';
  // A token that is gone for good must not hide the state saved with it.
  return hashOf(owner.salt, token) === owner.hash ? 'mine' : 'unsigned';
}

function hashOf(salt: string, token: string): string {
  return createHash('sha256').update(`${salt}:${token}`).digest('hex').slice(0, 32);
}
