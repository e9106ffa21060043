/** One wait for an answer. It ends at its time limit, when the caller gives it up, or by `end`. */
export interface Wait {
  /** Aborts when the wait is over without an answer. */
  readonly signal: AbortSignal;
  /** The time limit has passed. */
  isLate(): boolean;
  /**
   * Keeps a request from being collected until the wait is over. undici follows a request's signal only as long as the
   * request itself lives: once it is collected, nothing reaches the connection any more.
   */
  hold(request: Request): Request;
  /** The result of `work`; rejects as soon as the wait is over, whatever becomes of `work`. */
  orGivenUp<T>(work: Promise<T>): Promise<T>;
  /** Must be called when nothing is waited for any more. */
  end(): void;
}

/**
 * Begins to wait: at most `limitMs` milliseconds (undefined: no limit), and until `caller` aborts. The timer and the
 * caller's signal hold the wait, so that it outlives every garbage collection.
 */
export function beginWait(caller: AbortSignal | undefined, limitMs?: number): Wait {
  const controller = new AbortController();
  const over = Promise.withResolvers<never>();
  // Nobody may be listening yet when it is given up.
  over.promise.catch(() => undefined);
  const held = new Set<Request>();
  let isLate = false;
  const giveUp = (): void => {
    controller.abort();
    over.reject(new Error('given up'));
    held.clear();
  };
  const expire = (): void => {
    isLate = true;
    giveUp();
  };
  const timer = limitMs === undefined ? undefined : setTimeout(expire, limitMs);
  caller?.addEventListener('abort', giveUp, { once: true });
  if (caller?.aborted) giveUp();
  return {
    signal: controller.signal,
    isLate: () => isLate,
    hold: request => {
      held.add(request);
      return request;
    },
    orGivenUp: work => Promise.race([work, over.promise]),
    end: () => {
      clearTimeout(timer);
      caller?.removeEventListener('abort', giveUp);
      held.clear();
    },
  };
}
