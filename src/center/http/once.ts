import { createHash } from 'node:crypto';
import type { Endpoint } from '../../contract/endpoint.ts';
import type { Store } from '../database/store.ts';
import type { Db } from '../database/tables.ts';
import { type KeptRequest, keepAnswer, keptAnswer, stillSees } from '../model/kept-answer.ts';
import { invalid, Problem } from '../model/problem.ts';
import { type Answer, refusalOf } from './answer.ts';
import type { HttpParts } from './parts.ts';
import type { AnyRequest, Asking } from './request.ts';

/** A request that must be done once, however often it is sent. */
interface OnceKey extends KeptRequest {
  readonly now: number;
  /** Whether the caller may still see what the answer under its key is about. */
  readonly mayStillSee: (db: Db) => Promise<boolean>;
}

/**
 * The `Idempotency-Key` of a write whose caller is known; null if it has none. Throws unless it is 1 to 255 printable
 * characters.
 */
export function keyOf({ method, allows }: Endpoint, request: AnyRequest): string | null {
  if (method === 'GET' || allows === 'anyone') return null;
  const key = request.headers.get('idempotency-key');
  if (key !== null && !/^[\x20-\x7e]{1,255}$/.test(key))
    throw invalid(['Idempotency-Key', 'must be 1 to 255 printable characters']);
  return key;
}

/** Tells two requests apart. */
export function requestHash(method: string, url: URL, body: Uint8Array | string): string {
  return createHash('sha256').update(`${method} ${url.pathname}${url.search}\n`).update(body).digest('hex');
}

/** 409 for a key that another request has. */
export function keyReused() {
  return new Problem('idempotency_key_reused', 'The Idempotency-Key was used for another request; use a new one.');
}

/** 409 for a request whose first sending has not been answered yet. */
export function inProgress() {
  return new Problem(
    'request_in_progress',
    'The same request is still under way; ask again in a second.',
    undefined,
    1,
  );
}

/** Whether the body holds a password: its hash must be as slow to guess by as the one that the password is kept in. */
function holdsPassword({ body }: Endpoint): boolean {
  return 'password' in ((body as { readonly entries?: object } | undefined)?.entries ?? {});
}

async function kept(db: Db, once: OnceKey): Promise<Answer | undefined> {
  const found = await keptAnswer(db, once, once.now);
  if (!found) return undefined;
  if (found.hash !== once.hash) throw keyReused();
  return (await once.mayStillSee(db)) ? found.answer : undefined;
}

/** Given to what does the request: first in its transaction `check`, last in it `keep`. */
export interface Kept {
  /** Throws `Done` with the answer where another process gave it in the meantime. */
  check(db: Db): Promise<void>;
  keep(db: Db, answer: Answer): Promise<void>;
}

class Done extends Error {
  readonly answer: Answer;

  constructor(answer: Answer) {
    super('answered already');
    this.answer = answer;
  }
}

/** Refusals that another try may not meet are not kept. */
function isPassing(status: number): boolean {
  return [401, 412, 429].includes(status) || status >= 500;
}

/**
 * Gives the kept answer again, or runs the request and keeps its answer in the same transaction, so that a crash cannot
 * part them. Refusals are kept after the transaction was undone.
 */
async function first(store: Store, once: OnceKey, run: (kept: Kept) => Promise<Answer>): Promise<Answer> {
  const before = await kept(store.reader, once);
  if (before) return before;
  try {
    return await run({
      check: async db => {
        const answer = await kept(db, once);
        if (answer) throw new Done(answer);
      },
      keep: (db, answer) => keepAnswer(db, once, answer, once.now),
    });
  } catch (error) {
    if (error instanceof Done) return error.answer;
    const answer = refusalOf(error);
    if (isPassing(answer.status)) throw error;
    await store.write(async db => {
      if (!(await kept(db, once))) await keepAnswer(db, once, answer, once.now);
    });
    return answer;
  }
}

/**
 * Runs a request once, if it has a key; `body` is what it was sent with, or stands for that. What has a key is a write,
 * and gives an `Answer`.
 */
export type Once = <A extends Answer | Response>(
  asking: Asking,
  body: Uint8Array | string,
  run: (kept?: Kept) => Promise<A>,
) => Promise<A | Answer>;

/** Makes the step. */
export function createOnce({ store, passwords }: HttpParts): Once {
  const running = new Map<string, string>();

  const onceKeyOf = async (asking: Asking, key: string, body: Uint8Array | string): Promise<OnceKey> => {
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
    const name = `${once.caller} ${once.key}`;
    const other = running.get(name);
    if (other !== undefined) throw other === once.hash ? inProgress() : keyReused();
    running.set(name, once.hash);
    try {
      return await first(store, once, run as (kept: Kept) => Promise<Answer>);
    } finally {
      running.delete(name);
    }
  };
}
