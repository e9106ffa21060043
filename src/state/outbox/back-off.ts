import { waitAfter } from '../calls/attempt.ts';

const FIRST_RETRY_MS = 1_000;
const LAST_RETRY_MS = 30_000;
/** A wait is shorter than planned by up to this part of it, so that many desks do not ask at the same moment. */
const JITTER = 0.25;

/** When a failed send may be repeated: all changes after a failure of the link, each change after its own. */
export interface BackOff {
  /** How long nothing may be sent, in milliseconds; 0 if sending is allowed. */
  waitMs(): number;
  /** How long this change may not be sent, including the wait of all. */
  waitOfMs(key: string): number;
  /** Notes a failed attempt. `retryAfterMs`: how long the help center asks to wait. */
  failed(key: string, retryAfterMs: number): void;
  /** The help center answered: the wait for the link is over. */
  answered(key: string): void;
  /** Forgets all waits but the time that the help center asked to wait. */
  linkIsBack(): void;
  /** Forgets all waits. */
  reset(): void;
}

interface Wait {
  readonly failures: number;
  /** On the clock of `elapsed`. */
  readonly until: number;
}

const none: Wait = { failures: 0, until: Number.NEGATIVE_INFINITY };

/** Waits of about 1 s, doubled at each failure in a row up to 30 s, on a monotonic clock. `random`: from 0 up to 1. */
export function createBackOff(elapsed: () => number, random: () => number): BackOff {
  const own = new Map<string, Wait>();
  let link = none;
  let askedUntil = none.until;
  const longer = ({ failures }: Wait): Wait => {
    const plannedMs = waitAfter(failures + 1, FIRST_RETRY_MS, LAST_RETRY_MS);
    return { failures: failures + 1, until: elapsed() + Math.round(plannedMs * (1 - JITTER * random())) };
  };
  const waitMs = (): number => Math.max(0, Math.max(link.until, askedUntil) - elapsed());
  return {
    waitMs,
    waitOfMs: key => Math.max(waitMs(), (own.get(key)?.until ?? none.until) - elapsed()),
    failed: (key, retryAfterMs) => {
      own.set(key, longer(own.get(key) ?? none));
      // Of changes sent together, the first failure counts for all.
      if (elapsed() >= link.until) link = longer(link);
      askedUntil = Math.max(askedUntil, elapsed() + retryAfterMs);
    },
    answered: key => {
      own.delete(key);
      link = none;
    },
    linkIsBack: () => {
      own.clear();
      link = none;
    },
    reset: () => {
      own.clear();
      link = none;
      askedUntil = none.until;
    },
  };
}
