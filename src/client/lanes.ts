import { type SafeText, t } from '../text/safe.ts';
import { ApiError } from './api-error.ts';
import type { Unwanted } from './call.ts';
import { heldResponse } from './held-response.ts';
import { type HttpRequest, isAtHand, type RawResponse, type Transport } from './transport.ts';

/**
 * The way that a request takes: an `ordinary` one waits until the one before it is answered, and so does one for
 * `files`; a `free` one does not wait.
 */
export type LaneName = 'ordinary' | 'files' | 'free';

/** The facts that decide the turn of a request. */
export interface LaneTurn {
  readonly lane: LaneName;
  /** It goes after all that are not in the background. */
  readonly isBackground: boolean;
  /** Takes the request out of the queue. */
  readonly signal: AbortSignal | undefined;
}

/** The queues before one help center: each new connection costs a slow link seconds. */
export interface Lanes {
  /**
   * Resolves when it is this request's turn, with a function that lets the next one begin; with undefined if it was
   * taken out of the queue before.
   */
  enter(turn: LaneTurn): Promise<(() => void) | undefined>;
}

/** Makes the queues, which are empty. */
export function createLanes(): Lanes {
  const lanes = { ordinary: createLane(), files: createLane() };
  return {
    enter: turn => (turn.lane === 'free' ? Promise.resolve(() => undefined) : lanes[turn.lane](turn)),
  };
}

type Begin = () => void;

function createLane(): Lanes['enter'] {
  const urgent = new Set<Begin>();
  const background = new Set<Begin>();
  let isTaken = false;
  const next = (): void => {
    const queue = urgent.size > 0 ? urgent : background;
    const [begin] = queue;
    isTaken = begin !== undefined;
    if (begin) queue.delete(begin);
    begin?.();
  };
  const leaving = (): (() => void) => {
    let hasLeft = false;
    return () => {
      // The connection is free a moment after its answer has ended: a request before that would open another one.
      if (!hasLeft) setImmediate(next);
      hasLeft = true;
    };
  };
  return ({ isBackground, signal }) => {
    if (signal?.aborted) return Promise.resolve(undefined);
    if (!isTaken) {
      isTaken = true;
      return Promise.resolve(leaving());
    }
    const queue = isBackground ? background : urgent;
    return new Promise(resolve => {
      const begin = (): void => {
        signal?.removeEventListener('abort', drop);
        resolve(leaving());
      };
      const drop = (): void => {
        queue.delete(begin);
        resolve(undefined);
      };
      queue.add(begin);
      signal?.addEventListener('abort', drop, { once: true });
    });
  };
}

/** A transport whose requests wait for their turn; waiting is not a part of their time-out. */
export interface TurnTransport {
  exchange(request: HttpRequest, turn: Omit<LaneTurn, 'signal'>): Promise<RawResponse>;
  open(request: HttpRequest, turn: Omit<LaneTurn, 'signal'>): Promise<Response | RawResponse>;
}

/** Lets requests wait for their turn in these lanes; without lanes, all of them go at once. */
export function inTurn(transport: Transport, lanes: Lanes | undefined, host: SafeText): TurnTransport {
  if (!lanes) return transport;
  const enter = async (turn: LaneTurn): Promise<() => void> => {
    const leave = await lanes.enter(turn);
    if (leave) return leave;
    throw new ApiError({ status: 0, code: 'unreachable', message: t`${host} was not asked.`, isUnsent: true });
  };
  return {
    exchange: async (request, turn) => {
      const leave = await enter({ ...turn, signal: request.signal });
      if (request.method !== 'GET') return transport.exchange(request).finally(leave);
      const { signal, onPart, end } = toItsEnd(request.signal);
      const whole = transport.exchange({ ...request, signal, onPart }).finally(() => {
        end();
        leave();
      });
      return orGivenUp(whole, request.signal, host);
    },
    open: async (request, turn) => {
      const leave = await enter({ ...turn, signal: request.signal });
      const ended = request.signal ?? new AbortController().signal;
      try {
        const answer = await transport.open(request);
        if (!isAtHand(answer)) return heldResponse(answer, ended, leave);
        leave();
        return answer;
      } catch (error) {
        leave();
        throw error;
      }
    },
  };
}

/** The answer; rejects as soon as the caller gives it up. */
async function orGivenUp(
  whole: Promise<RawResponse>,
  caller: AbortSignal | undefined,
  host: SafeText,
): Promise<RawResponse> {
  const given = Promise.withResolvers<never>();
  const giveUp = (): void =>
    given.reject(new ApiError({ status: 0, code: 'unreachable', message: t`${host} does not answer.` }));
  caller?.addEventListener('abort', giveUp, { once: true });
  try {
    return await Promise.race([whole, given.promise]);
  } finally {
    caller?.removeEventListener('abort', giveUp);
    // The caller has given up: ignore its result.
    whole.catch(() => undefined);
  }
}

/** The reason of an abort after which a small answer may still come to its end. */
const UNWANTED: Unwanted = 'unwanted';
/** The rest of an unwanted answer beyond this is not waited for: a new connection costs less. */
const MAX_BYTES = 24_576;

/** A request that may outlast the wish of its caller. */
interface Outlasting {
  /** Aborts when the request is to end. */
  readonly signal: AbortSignal;
  /** Notes that this much of the answer has come. */
  readonly onPart: (bytes: number) => void;
  /** Must be called when the request has ended. */
  readonly end: () => void;
}

/**
 * Follows the caller's signal, except that a small answer that is no longer needed is read to its end: aborting it
 * would close the connection.
 */
function toItsEnd(caller: AbortSignal | undefined): Outlasting {
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
