import type { Generated } from 'kysely';

/** `hash` is the SHA-256 of the token in hexadecimal. An API key has a name and no agent, and does not expire. */
export interface TokenTable {
  id: Generated<number>;
  hash: string;
  agent_id: number | null;
  name: string | null;
  created_at: number;
  used_at: number;
}

/** `hash` is a keyed hash of an address where the agent signed in, `used_at` the last time. */
export interface SignInAddressTable {
  agent_id: number;
  hash: string;
  used_at: number;
}

/** Several agents who get access together; its members are in `team_agent`. */
export interface TeamTable {
  id: Generated<number>;
  name: string;
  created_at: number;
  updated_at: number;
}
