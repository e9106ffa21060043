import type { ApiError } from '../../client/api-error.ts';
import type { Contact, ContactListener } from '../context.ts';
import { createPace } from './pace.ts';

/** The clocks that tell when the help center was last heard, and what the desk makes of it. */
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

/** The part of the contact that notes what comes of each call. */
export interface NotedContact extends Contact {
  readonly underWay: Set<CallUnderWay>;
  failed(error: ApiError): void;
  /** Notes how long a read took, in milliseconds. */
  took(ms: number): void;
  /** Why no read can succeed at present; null if one may. */
  loss(): ApiError | null;
}

/** Notes the signs of life of a help center, whatever call they come from. Sets no timer. */
export function createContact({ now, elapsed, isOffline }: Surroundings): NotedContact {
  const listeners = new Set<ContactListener>();
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
