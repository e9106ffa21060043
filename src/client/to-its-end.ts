import type { Unwanted } from './call.ts';

/** The reason of an abort after which a small answer may still come to its end. */
const UNWANTED: Unwanted = 'unwanted';
/** More of an answer that nobody wants is not waited for: a new connection costs less. */
const MAX_BYTES = 24_576;

/** A request that may outlast the wish of its caller. */
export interface Outlasting {
  /** Aborts when the request is to end. */
  readonly signal: AbortSignal;
  /** Notes that this much of the answer has come. */
  readonly onPart: (bytes: number) => void;
  /** Must be called when the request has ended. */
  readonly end: () => void;
}

/**
 * Follows the caller's signal, except that a small answer which is merely no longer wanted is read to its end: to break
 * it off would close the connection.
 */
export function toItsEnd(caller: AbortSignal | undefined): Outlasting {
  const own = new AbortController();
  let bytes = 0;
  const look = (): void => {
    if (caller?.aborted && (caller.reason !== UNWANTED || bytes > MAX_BYTES)) own.abort();
  };
  caller?.addEventListener('abort', look, { once: true });
  look();
  return {
    signal: own.signal,
    onPart: more => {
      bytes += more;
      look();
    },
    end: () => caller?.removeEventListener('abort', look),
  };
}
