import type { FoundKeys } from '../../intake/dkim/kept-keys.ts';

/** Asks DNS for the record of a name. Resolves to null if the name has no record, and rejects if DNS does not answer. */
export type AskDns = (name: string) => Promise<string | null>;

/** The known answers for some keys. */
export interface FoundDkimKeys extends FoundKeys {
  /** DNS has not answered for some of them. */
  readonly isUnanswered: boolean;
}

/** Looks up the keys of signatures, and keeps them for a while. */
export interface Keys {
  /** Waits until all these keys are known, or until `patience` resolves. Never rejects. */
  find(names: readonly string[], patience: Promise<unknown>): Promise<FoundDkimKeys>;
  /** DNS has not answered for long, or never, so that it is of no use to wait for it. */
  isGone(): boolean;
}

const KEPT_MS = 10 * 60_000;
const NONE_KEPT_MS = 60_000;
/** A failed question is repeated after this time, by any mail that needs it. */
const FAILURE_KEPT_MS = 5_000;
const MAX_NAMES = 1_000;

interface CachedDkimKey {
  readonly until: number;
  /** Undefined: DNS did not answer. */
  readonly record: string | null | undefined;
}

/** Makes an empty store of keys, which asks by `ask`. */
export function createDkimKeys(ask: AskDns, now: () => number): Keys {
  const known = new Map<string, CachedDkimKey>();
  const asked = new Map<string, Promise<void>>();
  let hasAnswered = false;
  let isRefused = false;
  /** The failures since the last answer: the first and the last one. */
  let failures: { readonly since: number; readonly last: number } | undefined;

  const keep = (name: string, record: string | null | undefined, forMs: number): void => {
    known.delete(name);
    known.set(name, { record, until: now() + forMs });
    if (known.size > MAX_NAMES) known.delete(known.keys().next().value!);
  };

  const lookUp = async (name: string): Promise<void> => {
    try {
      const record = await ask(name);
      hasAnswered = true;
      failures = undefined;
      keep(name, record, record === null ? NONE_KEPT_MS : KEPT_MS);
    } catch (error) {
      isRefused = (error as NodeJS.ErrnoException).code === 'ECONNREFUSED';
      const isFresh = failures === undefined || now() - failures.last > KEPT_MS;
      failures = { since: isFresh ? now() : failures!.since, last: now() };
      keep(name, undefined, FAILURE_KEPT_MS);
    } finally {
      asked.delete(name);
    }
  };

  const fresh = (name: string): CachedDkimKey | undefined => {
    const entry = known.get(name);
    return entry && entry.until > now() ? entry : undefined;
  };

  const lookUpOnce = (name: string): Promise<void> => {
    const going = asked.get(name) ?? lookUp(name);
    if (asked.size < MAX_NAMES) asked.set(name, going);
    return going;
  };

  return {
    find: async (names, patience) => {
      const missing = names.filter(name => !fresh(name));
      if (missing.length > 0) await Promise.race([Promise.all(missing.map(lookUpOnce)), patience]);
      const records: Record<string, string> = {};
      let isUnanswered = false;
      let until = Number.POSITIVE_INFINITY;
      for (const name of names) {
        const entry = fresh(name);
        if (entry?.record === undefined) isUnanswered = true;
        else if (entry.record !== null) records[name] = entry.record;
        until = Math.min(until, entry?.until ?? until);
      }
      return { records, until, isUnanswered };
    },
    isGone: () => {
      if (!failures || now() - failures.last > KEPT_MS) return false;
      return (isRefused && !hasAnswered) || failures.last - failures.since >= KEPT_MS;
    },
  };
}
