/** One wait for an answer. It ends at its time limit, when the caller cancels it, or by `end`. */
export interface Wait {
  /** Aborts when the wait is over without an answer. */
  readonly signal: AbortSignal;
  /** The time limit has passed. */
  isLate(): boolean;
  /**
   * Protects a request from garbage collection until the wait is over. undici follows a request's signal only as long
   * as the request object exists: after its collection, nothing reaches the connection.
   */
  hold(request: Request): Request;
  /** The result of `work`; rejects as soon as the wait is over, whatever `work` does afterwards. */
  orGivenUp<T>(work: Promise<T>): Promise<T>;
  /** Must be called when the wait is no longer needed. */
  end(): void;
}

/**
 * Begins to wait: at most `limitMs` milliseconds (undefined: no limit), and until `caller` aborts. The timer and the
 * caller's signal reference the wait, so that it survives every garbage collection.
 */
export function beginWait(caller: AbortSignal | undefined, limitMs?: number): Wait {
  const controller = new AbortController();
  const over = Promise.withResolvers<never>();
  // There may be no listener yet when it is cancelled.
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
