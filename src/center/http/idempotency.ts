import { createHash } from 'node:crypto';
import type { Endpoint } from '../../contract/endpoint.ts';
import type { Store } from '../database/store.ts';
import type { Db } from '../database/tables.ts';
import { type KeptRequest, keepAnswer, keptAnswer, stillSees } from '../model/kept-answer.ts';
import { invalid, Problem } from '../model/problem.ts';
import { refusalOf, type StoredAnswer } from './answer.ts';
import type { HttpContext } from './context.ts';
import type { AdmittedRequest, IncomingRequest } from './request.ts';

/** A request that must be carried out once, however often it is sent. */
interface OnceKey extends KeptRequest {
  readonly now: number;
  /** Whether the caller may still see the contents of the answer under its key. */
  readonly mayStillSee: (db: Db) => Promise<boolean>;
}

/**
 * The `Idempotency-Key` of a write by a known caller; null if it has none. Throws unless the key has 1 to 255 printable
 * characters.
 */
export function idempotencyKey({ method, allows }: Endpoint, request: IncomingRequest): string | null {
  if (method === 'GET' || allows === 'anyone') return null;
  const key = request.headers.get('idempotency-key');
  if (key !== null && !/^[\x20-\x7e]{1,255}$/.test(key))
    throw invalid(['Idempotency-Key', 'must be 1 to 255 printable characters']);
  return key;
}

/** Distinguishes two requests. */
export function requestHash(method: string, url: URL, body: Uint8Array | string): string {
  return createHash('sha256').update(`${method} ${url.pathname}${url.search}\n`).update(body).digest('hex');
}

/** 409 for a key that belongs to another request. */
export function keyReused() {
  return new Problem('idempotency_key_reused', 'The Idempotency-Key was used for another request; use a new one.');
}

/** 409 for a request that was sent before and has no answer yet. */
export function inProgress() {
  return new Problem(
    'request_in_progress',
    'The same request is still in progress; try again in a second.',
    undefined,
    1,
  );
}

function nameOf({ caller, key }: KeptRequest): string {
  return `${caller} ${key}`;
}

/** Whether the body contains a password: its hash must not be faster to guess from than the stored password's own. */
function holdsPassword({ body }: Endpoint): boolean {
  return 'password' in ((body as { readonly entries?: object } | undefined)?.entries ?? {});
}

async function kept(db: Db, once: OnceKey): Promise<StoredAnswer | undefined> {
  const found = await keptAnswer(db, once, once.now);
  if (!found) return undefined;
  if (found.hash !== once.hash) throw keyReused();
  if (!(await once.mayStillSee(db))) return undefined;
  return { ...found.answer, headers: { ...found.answer.headers, 'idempotent-replayed': 'true' } };
}

/** Passed to the work: it calls `check` first in its transaction, and `keep` last. */
export interface IdempotencyRecord {
  /** Names the request. */
  readonly name: string;
  /** Throws `Done` with the answer if another process has stored one in the meantime. */
  check(db: Db): Promise<void>;
  keep(db: Db, answer: StoredAnswer): Promise<void>;
}

class Done extends Error {
  readonly answer: StoredAnswer;

  constructor(answer: StoredAnswer) {
    super('answered already');
    this.answer = answer;
  }
}

/** Refusals that may not recur are not stored. */
export function isPassing(status: number): boolean {
  return [401, 412, 429].includes(status) || status >= 500;
}

/**
 * Returns the stored answer, or runs the request and stores its answer in the same transaction, so that a crash cannot
 * separate them. Refusals are stored after the transaction was rolled back.
 */
async function first(
  store: Store,
  once: OnceKey,
  run: (kept: IdempotencyRecord) => Promise<StoredAnswer>,
): Promise<StoredAnswer> {
  const before = await kept(store.reader, once);
  if (before) return before;
  try {
    return await run({
      name: nameOf(once),
      check: async db => {
        const answer = await kept(db, once);
        if (answer) throw new Done(answer);
      },
      keep: (db, answer) => keepAnswer(db, store.kind, once, answer, once.now),
    });
  } catch (error) {
    if (error instanceof Done) return error.answer;
    const answer = refusalOf(error);
    if (isPassing(answer.status)) throw error;
    await store.write(async (db, locks) => {
      await locks?.lock(nameOf(once));
      if (!(await kept(db, once))) await keepAnswer(db, store.kind, once, answer, once.now);
    }, true);
    return answer;
  }
}

/**
 * Runs a request; one with a key only once. `body` is its body, or a digest of it. A request with a key is a write, so
 * its result is a `StoredAnswer`.
 */
export type Once = <A extends StoredAnswer | Response>(
  asking: AdmittedRequest,
  body: Uint8Array | string,
  run: (kept?: IdempotencyRecord) => Promise<A>,
) => Promise<A | StoredAnswer>;

/** Makes the step that carries out each request with a key once. */
export function createOnce({ store, passwords }: HttpContext): Once {
  const running = new Map<string, string>();

  const onceKeyOf = async (asking: AdmittedRequest, key: string, body: Uint8Array | string): Promise<OnceKey> => {
    const { caller, params, now } = asking;
    const quick = requestHash(asking.request.method, asking.url, body);
    const name = { caller: caller.key, key };
    const hash = holdsPassword(asking.route.endpoint)
      ? await passwords.slowHash(quick, `${name.caller} ${key}`)
      : quick;
    const { inbox_id: inboxId, conversation_id: id } = params;
    const named = id === undefined ? [] : [id];
    return { ...name, hash, named, now, mayStillSee: db => stillSees(db, caller, name, inboxId) };
  };

  return async (asking, body, run) => {
    if (asking.key === null) return run();
    const once = await onceKeyOf(asking, asking.key, body);
    const name = nameOf(once);
    const other = running.get(name);
    if (other !== undefined) throw other === once.hash ? inProgress() : keyReused();
    running.set(name, once.hash);
    try {
      return await first(store, once, run as (kept: IdempotencyRecord) => Promise<StoredAnswer>);
    } finally {
      running.delete(name);
    }
  };
}
