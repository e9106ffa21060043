import { type Failing, faultPause, faultWords } from './fault.ts';

/** Failures of this process that cannot be recorded in the database, or are not worth it. */
export interface Troubles {
  /** Records a failure, and returns the milliseconds until the next try. `what` begins a sentence. */
  failed(what: string, error: unknown): number;
  /** Records that it works. */
  ended(what: string): void;
  all(): readonly Failing[];
}

/** Begins without any. One line is logged when something begins to fail, fails in another way, or works again. */
export function createTroubles(log: (line: string) => void, now: () => number): Troubles {
  const known = new Map<string, Failing>();
  return {
    failed: (what, error) => {
      const before = known.get(what);
      const tries = (before?.tries ?? 0) + 1;
      const fault = faultWords(error);
      known.set(what, { what, fault, tries, since: before?.since ?? now(), againAt: now() + faultPause(tries) });
      if (before?.fault !== fault) log(`${what} has failed: ${fault}. It is tried again.`);
      return faultPause(tries);
    },
    ended: what => {
      if (known.delete(what)) log(`${what} works again.`);
    },
    all: () => [...known.values()],
  };
}
