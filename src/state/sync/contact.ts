import type { ApiError } from '../../client/api-error.ts';
import type { Client } from '../../client/client.ts';
import type { AnyRequest } from '../../client/request.ts';
import type { Endpoint } from '../../contract/endpoint.ts';
import { isApiError } from '../calls/attempt.ts';
import { type UntypedCall, wrapCalls } from '../calls/wrap-calls.ts';
import type { Liveness, LivenessListener } from '../desk.ts';

/** The clocks that measure the help center's silence, and the desk's conclusion. */
interface Surroundings {
  readonly now: () => number;
  readonly elapsed: () => number;
  readonly isOffline: () => boolean;
}

/** A call that has no whole answer yet. */
export interface CallUnderWay {
  /** When it began, or when its last byte came, on the clock of `elapsed`. */
  lastAt: number;
  readonly giveUp: () => void;
}

/** The part of the contact that notes the result of each call. */
export interface NotedLiveness extends Liveness {
  readonly underWay: Set<CallUnderWay>;
  failed(error: ApiError): void;
  /** Notes how long a read took, in milliseconds. */
  took(ms: number): void;
  /** Why no read can succeed at present; null if one may. */
  loss(): ApiError | null;
}

/** Notes the signs of life of a help center, from any call. Sets no timer. */
export function createLiveness({ now, elapsed, isOffline }: Surroundings): NotedLiveness {
  const listeners = new Set<LivenessListener>();
  const underWay = new Set<CallUnderWay>();
  const { took, isQuick } = createPace();
  let last = { at: now(), elapsed: elapsed() };
  let hasHeard = false;
  let failure: ApiError | null = null;
  let loss: ApiError | null = null;
  return {
    underWay,
    took,
    isQuick,
    last: () => last,
    hasHeard: () => hasHeard,
    failure: () => failure,
    loss: () => (isOffline() ? loss : null),
    lose: error => {
      loss = error;
    },
    ask: () => {
      for (const listener of listeners) listener.asked?.();
    },
    heard: () => {
      last = { at: now(), elapsed: elapsed() };
      hasHeard = true;
      failure = null;
      loss = null;
      for (const listener of listeners) listener.heard();
    },
    failed: error => {
      failure = error;
      for (const listener of listeners) listener.failed(error);
    },
    listen: listener => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    giveUpSilent: since => {
      for (const call of [...underWay]) if (call.lastAt <= since) call.giveUp();
    },
  };
}

/** A read that takes longer, its wait for others included, is not quick. */
const QUICK_MS = 400;
/** After a slow read this many quick ones in a row make the link quick again. */
const ENOUGH = 4;

/** How quickly the help center has answered of late. */
export interface AnswerPace {
  /** Notes how long a read took, in milliseconds. */
  took(ms: number): void;
  /** Whether much can be asked for at once; false before the first answer. */
  isQuick(): boolean;
}

/** Notes how long each read takes: the delay of a link counts as much as its rate. */
function createPace(): AnswerPace {
  // At the start one quick read is enough.
  let quickInRow = ENOUGH - 1;
  return {
    took: ms => {
      quickInRow = ms <= QUICK_MS ? quickInRow + 1 : 0;
    },
    isQuick: () => quickInRow >= ENOUGH,
  };
}

/**
 * The same client, whose calls tell the contact of every answer, failure and byte. Calls that need no token prove
 * nothing about the agent's own way to the help center and are not watched. While the help center is lost, reads fail
 * at once; only a probe is still sent.
 */
export function watchedClient(
  client: Client,
  contact: NotedLiveness,
  elapsed: () => number,
  isOurKind: () => boolean,
): Client {
  return wrapCalls(client, (call, endpoint) =>
    watched(client.capabilities.confirmed(call, endpoint, isOurKind), endpoint, contact, elapsed),
  );
}

function watched(call: UntypedCall, endpoint: Endpoint, contact: NotedLiveness, elapsed: () => number): UntypedCall {
  if (endpoint.allows === 'anyone') return call;
  // The body of such an answer is read by the caller, which gives it up as well.
  if (endpoint.gives === 'raw') return (request = {}) => noted(call(request), request, contact);
  const isRead = endpoint.method === 'GET';
  return (request = {}) => {
    // No key waits for a time-out where the help center is known to be lost.
    const loss = isRead && !request.isProbe ? contact.loss() : null;
    if (loss) return Promise.reject(loss);
    const begun = elapsed();
    const controller = new AbortController();
    const giveUp = (): void => controller.abort();
    const one = { lastAt: elapsed() + sendingMs(request), giveUp };
    const onBytes = (): void => {
      one.lastAt = elapsed();
      contact.heard();
    };
    // No sign of life of the help center, but of a call that is not silent.
    const onSent = (bytes: number): void => {
      one.lastAt = Math.max(one.lastAt, elapsed());
      request.onSent?.(bytes);
    };
    const follow = (): void => controller.abort(request.signal?.reason);
    request.signal?.addEventListener('abort', follow, { once: true });
    if (request.signal?.aborted) follow();
    contact.underWay.add(one);
    let isAtHand = false;
    const onAtHand = (): void => {
      isAtHand = true;
    };
    const answer = call({ ...request, signal: controller.signal, onBytes, onSent, onAtHand }).then(value => {
      if (isRead && !isAtHand) contact.took(elapsed() - begun);
      return value;
    });
    return noted(answer, request, contact).finally(() => {
      contact.underWay.delete(one);
      request.signal?.removeEventListener('abort', follow);
    });
  };
}

/** How long sending it may take, at 1,000 characters in a second: it is not silent before. */
function sendingMs({ body }: AnyRequest): number {
  return body === undefined ? 0 : JSON.stringify(body).length;
}

async function noted(answer: Promise<unknown>, { signal }: AnyRequest, contact: NotedLiveness): Promise<unknown> {
  try {
    const value = await answer;
    contact.heard();
    return value;
  } catch (error) {
    // A call that its caller gave up says nothing.
    if (isApiError(error) && signal?.aborted !== true) contact.failed(error);
    throw error;
  }
}
