import { hash as digest, randomBytes, timingSafeEqual } from 'node:crypto';
import { prepare } from '../database/prepare.ts';
import type { Store } from '../database/store.ts';
import type { Db } from '../database/tables.ts';
import type { Caller } from '../model/access.ts';
import { Problem } from '../model/problem.ts';
import type { CenterSettings } from '../model/settings.ts';

const hour = 3_600_000;

/** How long an agent's token lasts after its last use, in milliseconds. */
export const tokenLifetime = 30 * 24 * hour;

/** A new token: 256 random bits; the letter tells an agent's from an API key. Only its hash is kept. */
export const newToken = (kind: 'agent' | 'key'): string => `fd${kind[0]}_${randomBytes(32).toString('base64url')}`;

/** What is kept of a token, and looked up by: how long that takes tells nothing of a token that is not known. */
export const hashToken = (token: string): string => digest('sha256', token, 'hex');

const isSame = (a: string, b: string): boolean => timingSafeEqual(Buffer.from(a), Buffer.from(b));

const tokenRows = (db: Db) =>
  db
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

type TokenRow = NonNullable<Awaited<ReturnType<ReturnType<typeof tokenRows>['executeTakeFirst']>>>;

const rowsByHash = prepare(1, (db, hash: string) => tokenRows(db).where('token.hash', '=', hash));

const callerOf = (row: TokenRow | undefined, now: number): Caller | undefined => {
  if (!row) return undefined;
  if (row.agent_id === null) {
    const key = `key:${row.id}`;
    return { kind: 'key', agentId: null, seesAll: true, tokenId: row.id, key, name: row.key_name ?? '' };
  }
  if (row.disabled !== 0 || now - row.used_at > tokenLifetime) return undefined;
  const key = `agent:${row.agent_id}`;
  const seesAll = row.role === 'admin';
  return { kind: 'agent', agentId: row.agent_id, seesAll, tokenId: row.id, key, name: row.name ?? '' };
};

/** Who holds a stored token, as of now; undefined once it is revoked or expired or its agent disabled. */
export const callerOfToken = async (db: Db, tokenId: number, now: number): Promise<Caller | undefined> =>
  callerOf(await tokenRows(db).where('token.id', '=', tokenId).executeTakeFirst(), now);

const fromSettings = (settings: CenterSettings, hash: string): Caller | undefined => {
  const at = settings.apiKeys.findIndex(key => key.length >= 16 && isSame(hashToken(key), hash));
  if (at < 0) return undefined;
  return { kind: 'key', agentId: null, seesAll: true, tokenId: null, key: `key:setting-${at}`, name: 'settings' };
};

/** 401 for a request without a token that is known and still holds. */
export const unknownToken = (): Problem =>
  new Problem('unauthorized', 'The token is missing, unknown, expired or revoked. Sign in again.');

/** Who sent the request, by its bearer token. Throws `unauthorized`. Notes the use of a token once an hour. */
export const authenticate = async (
  store: Store,
  settings: CenterSettings,
  authorization: string | null,
  now: number,
): Promise<Caller> => {
  const token = /^bearer +(\S+)$/i.exec(authorization ?? '')?.[1];
  if (!token) throw unknownToken();
  const hash = hashToken(token);
  const [row] = await rowsByHash(store.reader, hash);
  const caller = row ? callerOf(row, now) : fromSettings(settings, hash);
  if (!caller) throw unknownToken();
  if (row && now - row.used_at > hour) await noteUse(store, row.id, now);
  return caller;
};

const noteUse = async (store: Store, id: number, now: number): Promise<void> => {
  try {
    await store.write(db => db.updateTable('token').set({ used_at: now }).where('id', '=', id).execute());
  } catch {
    // A full disk must not keep anyone from reading; the next request tries again.
  }
};
