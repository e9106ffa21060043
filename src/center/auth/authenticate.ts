import { timingSafeEqual } from 'node:crypto';
import { disabledDetail } from '../../contract/errors.ts';
import type { Store } from '../database/store.ts';
import type { Caller } from '../model/access.ts';
import type { ModelContext } from '../model/context.ts';
import { agentById } from '../model/people/agent.ts';
import { callerOfSshKey } from '../model/people/ssh-key.ts';
import { agentCaller, callerOf, hashToken, noteTokenUse, tokenByHash } from '../model/people/token.ts';
import { Problem } from '../model/problem.ts';
import type { CenterSettings } from '../model/settings.ts';

/** How often the use of a token is recorded at most, in milliseconds. */
const NOTE_EVERY_MS = 3_600_000;

function isSame(a: string, b: string): boolean {
  return timingSafeEqual(Buffer.from(a), Buffer.from(b));
}

function fromSettings(settings: CenterSettings, hash: string): Caller | undefined {
  const at = settings.apiKeys.findIndex(key => key.length >= 16 && isSame(hashToken(key), hash));
  if (at < 0) return undefined;
  return { kind: 'key', agentId: null, seesAll: true, tokenId: null, key: `key:setting-${at}`, name: 'settings' };
}

/** 401 for a request without a token that is known and valid. */
export function unknownToken(): Problem {
  return new Problem('unauthorized', 'The token is missing, unknown, expired or revoked. Sign in again.');
}

/** 401 for a token that would be valid if its agent were not disabled: a desk then erases what it keeps. */
function disabledAgent(): Problem {
  return new Problem('unauthorized', 'This agent is disabled. An admin can enable it again.', [disabledDetail]);
}

/** The caller of a request that comes through SSH, by the key's name for `dial`. Throws `unauthorized`. */
export async function authenticateKey(
  { store }: Pick<ModelContext, 'store'>,
  dialName: string,
  now: number,
): Promise<Caller> {
  const caller = await callerOfSshKey(store.reader, dialName, now);
  if (caller === 'disabled') throw disabledAgent();
  if (!caller) throw new Problem('unauthorized', 'This SSH key was removed. An admin can add it again.');
  return caller;
}

/** The caller of a request, by its bearer token. Throws `unauthorized`. Records the use of a token once an hour. */
export async function authenticate(
  { store, settings, ownTokens }: Pick<ModelContext, 'store' | 'settings' | 'ownTokens'>,
  authorization: string | null,
  now: number,
): Promise<Caller> {
  const token = /^bearer +(\S+)$/i.exec(authorization ?? '')?.[1];
  if (!token) throw unknownToken();
  const hash = hashToken(token);
  const own = ownTokens.get(hash);
  if (own !== undefined) return ownCaller(store, own);
  const row = await tokenByHash(store.reader, hash);
  const caller = row ? callerOf(row, now) : fromSettings(settings, hash);
  if (!caller) throw row?.disabled === 1 ? disabledAgent() : unknownToken();
  if (row && now - row.used_at > NOTE_EVERY_MS) await noteUse(store, row.id, now);
  return caller;
}

async function ownCaller(store: Store, agentId: number | null): Promise<Caller> {
  if (agentId === null)
    return { kind: 'key', agentId, seesAll: true, tokenId: null, key: 'key:own', name: 'this command' };
  const agent = await agentById(store.reader, agentId);
  if (agent?.disabled !== 0) throw agent ? disabledAgent() : unknownToken();
  return agentCaller(agentId, agent, null);
}

async function noteUse(store: Store, id: number, now: number): Promise<void> {
  try {
    await store.write(db => noteTokenUse(db, id, now), true);
  } catch {
    // A full disk must not prevent reading; the next request tries again.
  }
}
