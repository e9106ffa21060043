import { sql } from 'kysely';
import { addressKey, keptAddress } from '../../../text/address-form.ts';
import { insertRow, rowWith, updateRows } from '../../database/rows.ts';
import type { Db, Row } from '../../database/tables.ts';
import { conflict } from '../problem.ts';
import { timestamp } from '../time.ts';
import { backAt } from './absence.ts';
import { hashToken, newToken, TOKEN_LIFETIME_MS } from './token.ts';

/** The data of a new agent for `insertAgent`. With `passwordHash` null nobody can sign in as this agent. */
export interface NewAgent {
  readonly name: string;
  readonly email: string;
  readonly role: 'agent' | 'admin';
  readonly passwordHash: string | null;
}

/** An agent in the form of the answers. */
export function agentAnswer(row: Row<'agent'>) {
  const { id, name, email, role, disabled, away_until } = row;
  const at = backAt(row);
  return {
    id,
    name,
    email,
    role,
    disabled: disabled !== 0,
    ...(away_until !== null && at !== null && { away_until, back_at: timestamp(at) }),
  };
}

/** The agent with this address, ignoring case, or undefined. */
export function agentByEmail(db: Db, email: string): Promise<Row<'agent'> | undefined> {
  return rowWith(db, 'agent', { email_key: addressKey(email) });
}

/** Returns the agent with this id, or undefined. */
export function agentById(db: Db, id: number): Promise<Row<'agent'> | undefined> {
  return rowWith(db, 'agent', { id });
}

const newestMessage = sql<number>`(select coalesce(max(id), 0) from message)`;

/** Makes an agent. The address must be free. */
export function insertAgent(db: Db, agent: NewAgent, now: number): Promise<Row<'agent'>> {
  return db
    .insertInto('agent')
    .values({
      name: agent.name,
      email: keptAddress(agent.email),
      email_key: addressKey(agent.email),
      role: agent.role,
      password_hash: agent.passwordHash,
      // Everything before the agent counts as read.
      read_floor: newestMessage,
      read_first: newestMessage,
      created_at: now,
      updated_at: now,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Makes a token for an agent (sign-in) or an API key with a name. Returns it; only its hash is stored. */
export async function insertToken(
  db: Db,
  holder: { readonly agentId: number; readonly keyName?: string } | { readonly keyName: string },
  now: number,
): Promise<{ id: number; token: string }> {
  const isAgent = 'agentId' in holder;
  const token = newToken(isAgent ? 'agent' : 'key');
  const { id } = await insertRow(db, 'token', {
    hash: hashToken(token),
    agent_id: isAgent ? holder.agentId : null,
    name: holder.keyName ?? null,
    created_at: now,
    used_at: now,
  });
  return { id, token };
}

/** With more tokens than this, an agent's token that was used longest ago is revoked. */
const MAX_TOKENS = 200;

/** Deletes the expired tokens of an agent, and the longest unused ones beyond `MAX_TOKENS`. */
export async function endSpareTokens(db: Db, agentId: number, now: number): Promise<void> {
  const newest = db
    .selectFrom('token')
    .select('id')
    .where('agent_id', '=', agentId)
    .where('name', 'is', null)
    .orderBy('used_at', 'desc')
    .orderBy('id', 'desc')
    .limit(MAX_TOKENS);
  await db
    .deleteFrom('token')
    .where('agent_id', '=', agentId)
    .where('name', 'is', null)
    .where(expression =>
      expression.or([expression('used_at', '<', now - TOKEN_LIFETIME_MS), expression('id', 'not in', newest)]),
    )
    .execute();
}

/** Revokes all tokens of an agent except the given one. */
export async function endTokens(db: Db, agentId: number, but: number | null = null): Promise<void> {
  await db
    .deleteFrom('token')
    .where('agent_id', '=', agentId)
    .where('name', 'is', null)
    .where('id', '!=', but ?? 0)
    .execute();
}

/** Throws `conflict` if no other agent could administer the help center. */
export async function requireOtherAdmin(db: Db, id: number): Promise<void> {
  const other = await db
    .selectFrom('agent')
    .select('id')
    .where('role', '=', 'admin')
    .where('disabled', '=', 0)
    .where('id', '!=', id)
    .executeTakeFirst();
  if (!other) throw conflict('This is the last admin; make another agent an admin first.');
}

type AgentChange = Partial<
  Pick<Row<'agent'>, 'name' | 'role' | 'disabled' | 'password_hash' | 'notify' | 'away_until'>
>;

/**
 * Changes an agent, and returns the result. The tokens of a disabled agent stay, of no use, so that their holder learns
 * the reason; enabling the agent ends them.
 */
export async function updateAgent(db: Db, id: number, change: AgentChange, now: number): Promise<Row<'agent'>> {
  if (change.disabled === 0 && (await agentById(db, id))?.disabled === 1) await endTokens(db, id);
  return (await updateRows(db, 'agent', { id }, { ...change, updated_at: now }))[0]!;
}
