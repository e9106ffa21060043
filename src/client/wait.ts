/** The limit that a wait has passed: nothing came at all, nothing more came, or the whole took too long. */
export type Lateness = 'unanswered' | 'silent' | 'long';

/** One wait for an answer. It ends at its limits, when the caller cancels it, or by `end`. */
export interface Wait {
  /** Aborts when the wait is over without an answer. */
  readonly signal: AbortSignal;
  /** The limit that has passed; undefined if none has. */
  lateness(): Lateness | undefined;
  /** Notes a sign of life: the limit of silence, by default the first one, restarts. */
  alive(silentMs?: number): void;
  /** Ends the wait after this time from now in any case. */
  within(totalMs: number): void;
  /** Notes that a part of the request has left: the limit of silence restarts. */
  sent(): void;
  /** The result of `work`, during which silence does not count. */
  unhurried<T>(work: Promise<T>): Promise<T>;
  /**
   * Protects a request from garbage collection until the wait is over. undici follows a request's signal only as long
   * as the request object exists: after its collection, nothing reaches the connection.
   */
  hold(request: Request): Request;
  /** The result of `work`; rejects as soon as the wait is over. */
  orGivenUp<T>(work: Promise<T>): Promise<T>;
  /** Must be called when the wait is no longer needed. */
  end(): void;
}

/**
 * Begins to wait, until a limit passes or `caller` aborts. `silentMs`: how long without a sign of life, before the answer
 * begins and between two parts of it; unlimited if absent. The timers and the caller's signal reference the wait, so
 * that it survives every garbage collection.
 */
export function beginWait(caller: AbortSignal | undefined, silentMs?: number): Wait {
  const controller = new AbortController();
  const over = Promise.withResolvers<never>();
  // There may be no listener yet when it is cancelled.
  over.promise.catch(() => undefined);
  const held = new Set<Request>();
  let limitMs = silentMs;
  let lateness: Lateness | undefined;
  let hasBegun = false;
  let silence: NodeJS.Timeout | undefined;
  let total: NodeJS.Timeout | undefined;
  const giveUp = (): void => {
    controller.abort();
    over.reject(new Error('given up'));
    held.clear();
  };
  const expire = (how: Lateness): void => {
    lateness ??= how;
    giveUp();
  };
  const listen = (): void => {
    clearTimeout(silence);
    if (limitMs !== undefined) silence = setTimeout(() => expire(hasBegun ? 'silent' : 'unanswered'), limitMs);
  };
  const end = (): void => {
    limitMs = undefined;
    clearTimeout(silence);
    clearTimeout(total);
    caller?.removeEventListener('abort', giveUp);
    held.clear();
  };
  listen();
  caller?.addEventListener('abort', giveUp, { once: true });
  if (caller?.aborted) giveUp();
  return {
    signal: controller.signal,
    lateness: () => lateness,
    alive: nextMs => {
      hasBegun = true;
      if (limitMs !== undefined) limitMs = nextMs ?? limitMs;
      listen();
    },
    within: totalMs => {
      total ??= setTimeout(() => expire('long'), totalMs);
    },
    sent: listen,
    unhurried: async work => {
      clearTimeout(silence);
      return work.finally(listen);
    },
    hold: request => {
      held.add(request);
      return request;
    },
    orGivenUp: work => Promise.race([work, over.promise]),
    end,
  };
}
