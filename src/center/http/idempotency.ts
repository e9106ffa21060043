import { createHash } from 'node:crypto';
import type { Store } from '../database/store.ts';
import type { Db } from '../database/tables.ts';
import { type KeptRequest, keepAnswer, keptAnswer } from '../model/kept-answer.ts';
import { invalid, Problem } from '../model/problem.ts';
import type { Answer } from './answer.ts';
import type { AnyRequest } from './any-request.ts';

/** A request that must be done once, however often it is sent. */
export interface OnceKey extends KeptRequest {
  /** Whether the caller may still see what the answer under its key is about. */
  readonly mayStillSee: (db: Db) => Promise<boolean>;
}

/** The request's `Idempotency-Key`, or null. Throws where it is not 1 to 255 printable characters. */
export function readKey(request: AnyRequest): string | null {
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

async function kept(db: Db, once: OnceKey, now: number): Promise<Answer | undefined> {
  const found = await keptAnswer(db, once, now);
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

/** Does a request once; `refusal` tells how an error is answered. */
export type Once = (
  once: OnceKey,
  now: number,
  run: (kept: Kept) => Promise<Answer>,
  refusal: (error: unknown) => Answer,
) => Promise<Answer>;

/**
 * Does a request once: gives the kept answer again, or runs it and keeps its answer in the same transaction, so that a
 * crash cannot part them. Refusals are kept after the transaction was undone.
 */
export function createOnce(store: Store): Once {
  const running = new Map<string, string>();
  const first: Once = async (once, now, run, refusal) => {
    const before = await kept(store.reader, once, now);
    if (before) return before;
    try {
      return await run({
        check: async db => {
          const answer = await kept(db, once, now);
          if (answer) throw new Done(answer);
        },
        keep: (db, answer) => keepAnswer(db, once, answer, now),
      });
    } catch (error) {
      if (error instanceof Done) return error.answer;
      const answer = refusal(error);
      if (isPassing(answer.status)) throw error;
      await store.write(async db => {
        if (!(await kept(db, once, now))) await keepAnswer(db, once, answer, now);
      });
      return answer;
    }
  };
  return async (once, now, run, refusal) => {
    const name = `${once.caller} ${once.key}`;
    const other = running.get(name);
    if (other !== undefined) throw other === once.hash ? inProgress() : keyReused();
    running.set(name, once.hash);
    try {
      return await first(once, now, run, refusal);
    } finally {
      running.delete(name);
    }
  };
}
