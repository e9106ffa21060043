import { hash as digest, randomBytes } from 'node:crypto';
import { prepare, prepareList } from '../../database/prepare.ts';
import { deleteRows, updateRows } from '../../database/rows.ts';
import { chunks } from '../../database/statement.ts';
import type { Db, Row } from '../../database/tables.ts';
import type { Caller } from '../access.ts';

/** How long an agent's token lasts after its last use, in milliseconds. */
export const TOKEN_LIFETIME_MS = 30 * 24 * 3_600_000;

/** A new token: 256 random bits; the letter tells an agent's from an API key. Only its hash is stored. */
export function newToken(kind: 'agent' | 'key'): string {
  return `fd${kind[0]}_${randomBytes(32).toString('base64url')}`;
}

/** The stored form of a token, also for lookup: its timing reveals nothing about an unknown token. */
export function hashToken(token: string): string {
  return digest('sha256', token, 'hex');
}

/** Tokens with their agents. */
function tokenRows(db: Db) {
  return db
    .selectFrom('token')
    .leftJoin('agent', 'agent.id', 'token.agent_id')
    .select([
      'token.id',
      'token.name as key_name',
      'token.agent_id',
      'token.used_at',
      'agent.name',
      'agent.role',
      'agent.disabled',
    ]);
}

type TokenRow = NonNullable<Awaited<ReturnType<ReturnType<typeof tokenRows>['executeTakeFirst']>>>;

const rowsWithHash = prepare(1, (db, hash: string) => tokenRows(db).where('token.hash', '=', hash));

/** The token with this hash, or undefined. */
export async function tokenByHash(db: Db, hash: string): Promise<TokenRow | undefined> {
  return (await rowsWithHash(db, hash))[0];
}

/** The present holder of a token; undefined if it is expired or its agent disabled. */
export function callerOf(row: TokenRow | undefined, now: number): Caller | undefined {
  if (!row) return undefined;
  if (row.agent_id === null) {
    const key = `key:${row.id}`;
    return { kind: 'key', agentId: null, seesAll: true, tokenId: row.id, key, name: row.key_name ?? '' };
  }
  const isExpired = row.key_name === null && now - row.used_at > TOKEN_LIFETIME_MS;
  if (row.disabled !== 0 || isExpired) return undefined;
  return agentCaller(row.agent_id, row, row.id);
}

/** An agent as a caller. */
export function agentCaller(
  agentId: number,
  { name, role }: Pick<TokenRow, 'name' | 'role'>,
  tokenId: number | null,
): Caller {
  return { kind: 'agent', agentId, seesAll: role === 'admin', tokenId, key: `agent:${agentId}`, name: name ?? '' };
}

const rowsWithIds = prepareList(0, (db, ids: readonly number[]) => tokenRows(db).where('token.id', 'in', ids));

/** The present holders of stored tokens, by their ids, without those revoked or expired or whose agent is disabled. */
export async function callersOfTokens(
  db: Db,
  tokenIds: readonly number[],
  now: number,
): Promise<ReadonlyMap<number, Caller>> {
  const found = new Map<number, Caller>();
  for (const piece of chunks(tokenIds))
    for (const row of await rowsWithIds(db, piece)) {
      const caller = callerOf(row, now);
      if (caller) found.set(row.id, caller);
    }
  return found;
}

/** Records that a token is used now. */
export async function noteTokenUse(db: Db, id: number, now: number): Promise<void> {
  await updateRows(db, 'token', { id }, { used_at: now });
}

/** Revokes an agent's token, if it is a stored one. */
export async function endToken(db: Db, id: number | null): Promise<void> {
  await deleteRows(db, 'token', { id: id ?? 0, name: null });
}

/** Deletes the expired tokens of agents. */
export async function endExpiredTokens(db: Db, now: number): Promise<void> {
  await db
    .deleteFrom('token')
    .where('agent_id', 'is not', null)
    .where('name', 'is', null)
    .where('used_at', '<', now - TOKEN_LIFETIME_MS)
    .execute();
}

/** The stored API keys in the order of their ids. */
export function apiKeys(db: Db): Promise<Row<'token'>[]> {
  return db.selectFrom('token').selectAll().where('agent_id', 'is', null).orderBy('id').execute();
}

/** Revokes an API key by its id or its name. Returns false if no key has that id or name. */
export async function endApiKey(db: Db, which: number | string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('token')
    .where('agent_id', 'is', null)
    .where(typeof which === 'number' ? 'id' : 'name', '=', which)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}
