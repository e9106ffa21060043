import type { ApiError } from '../../client/api-error.ts';
import type { Contact, ContactListener } from '../context.ts';

/** The clocks that tell when the help center was last heard. */
interface Clocks {
  readonly now: () => number;
  readonly elapsed: () => number;
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
}

/** Notes the signs of life of a help center, whatever call they come from. Sets no timer. */
export function createContact({ now, elapsed }: Clocks): NotedContact {
  const listeners = new Set<ContactListener>();
  const underWay = new Set<CallUnderWay>();
  let last = { at: now(), elapsed: elapsed() };
  return {
    underWay,
    last: () => last,
    heard: () => {
      last = { at: now(), elapsed: elapsed() };
      for (const listener of listeners) listener.heard();
    },
    failed: error => {
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
