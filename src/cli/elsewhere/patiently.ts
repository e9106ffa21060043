import { setTimeout as wait } from 'node:timers/promises';
import type { ApiError } from '../../client/api-error.ts';
import type { Client } from '../../client/client.ts';
import { isApiError, waitAfter } from '../../state/calls/attempt.ts';
import { wrapCalls } from '../../state/calls/wrap-calls.ts';
import { counted } from '../../text/numbers.ts';
import { type SafeText, t } from '../../text/safe.ts';
import type { Shell } from '../shell.ts';

/** Waits for some milliseconds, or until it is no longer wanted. `why`: the help center's words. */
export type Sleep = (ms: number, signal: AbortSignal, why: SafeText) => Promise<void>;

interface Patience {
  readonly sleep: Sleep;
  /** Aborts when the user ends the command. */
  readonly signal: AbortSignal;
  /** A part of the work is done: then a lost link is waited for too. */
  readonly isBegun: boolean;
}

/** A help center that asks for patience is obeyed so long, in milliseconds, for one request. */
const MAX_BUSY_MS = 600_000;
const MAX_LOST_TRIES = 3;
const FIRST_WAIT_MS = 1_000;
const LAST_WAIT_MS = 32_000;

/**
 * Makes a call again while the help center is busy, after the time that it asks for; also a few times when the link is
 * lost in the middle of the work. The call must be safe to repeat. Throws the last `ApiError`.
 */
export async function retryWhileBusy<T>(call: () => Promise<T>, { sleep, signal, isBegun }: Patience): Promise<T> {
  let waitedMs = 0;
  for (let tries = 1; ; tries += 1) {
    try {
      return await call();
    } catch (error) {
      if (!isApiError(error) || !error.isTransient || error.isSignedOut) throw error;
      const isBusy = error.status === 429 || error.status === 503 || error.code === 'request_in_progress';
      if (isBusy ? waitedMs >= MAX_BUSY_MS : !isBegun || tries > MAX_LOST_TRIES) throw error;
      const ownMs = waitAfter(tries, FIRST_WAIT_MS, LAST_WAIT_MS);
      const waitMs = Math.min(error.retryAfterMs ?? ownMs, MAX_BUSY_MS);
      await sleep(waitMs, signal, error.reason);
      waitedMs += waitMs;
      if (signal.aborted) throw error;
    }
  }
}

/** How long the help center asks to wait before a call, in milliseconds; undefined if the call cannot be made again. */
function askedMs(error: unknown, isSafe: boolean): number | undefined {
  if (!isApiError(error) || error.retryAfterMs === null) return undefined;
  // Too many requests: this one was not carried out. One that was cut off may have been.
  const isAgain = error.status === 429 || (error.status === 503 && isSafe);
  return isAgain ? Math.min(Math.max(error.retryAfterMs, FIRST_WAIT_MS), MAX_BUSY_MS) : undefined;
}

/** The same client, whose calls are made again after the time that the help center asks for. */
export function waitsWhenAsked(client: Client, sleep: Sleep): Client {
  return wrapCalls(client, (call, { method, stream }) => {
    // A reader of events reconnects by itself.
    if (stream) return call;
    return async request => {
      const { key, signal = new AbortController().signal } = request ?? {};
      for (let waitedMs = 0; ; ) {
        try {
          return await call(request);
        } catch (error) {
          const ms = askedMs(error, method === 'GET' || key !== undefined);
          if (ms === undefined || waitedMs >= MAX_BUSY_MS) throw error;
          await sleep(ms, signal, (error as ApiError).reason);
          if (signal.aborted) throw error;
          waitedMs += ms;
        }
      }
    };
  });
}

/** Waits by the system's clock, and says once why. */
export function sleepTelling({ stderr }: Pick<Shell, 'stderr'>): Sleep {
  let isTold = false;
  return async (ms, signal, why) => {
    const span = counted(Math.ceil(ms / 1_000), t`second`);
    if (!isTold) stderr.write(`frontdesk: ${why} This command asks again in ${span}; Ctrl-C ends it.\n`);
    isTold = true;
    await wait(ms, undefined, { signal }).catch(() => undefined);
  };
}
