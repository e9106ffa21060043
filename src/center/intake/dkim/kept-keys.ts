import { createPublicKey, KeyObject } from 'node:crypto';
import { createKeyCache, type KeyCache } from 'mailauth/lib/tools.js';

/** The text of each key record by its name. A name without one has no key, or DNS did not answer. */
export type KeyRecords = Readonly<Record<string, string>>;

/** Key records as DNS gave them. */
export interface FoundKeys {
  readonly records: KeyRecords;
  /** They count until then, in milliseconds. */
  readonly until: number;
}

/** Imported keys, kept for the next mails: importing one takes longer than the rest of a check. */
export interface KeptKeys extends KeyCache {
  /** Keeps the keys found for these names, and forgets the names without a key. */
  keep(names: readonly string[], found: FoundKeys): void;
  /** Whether it has all of these. */
  hasAll(names: readonly string[], now: number): boolean;
}

interface CachedKey {
  readonly record: string;
  readonly until: number;
  readonly imported: KeyCache;
}

/** A record has at most 8 KiB, and its imported key no more. */
const MAX_KEYS = 250;

export function createKeptKeys(): KeptKeys {
  const kept = new Map<string, CachedKey>();
  return {
    keep: (names, { records, until }) => {
      for (const name of names) {
        const before = kept.get(name);
        const record = Object.hasOwn(records, name) ? records[name] : undefined;
        kept.delete(name);
        if (record === undefined) continue;
        const imported = before?.record === record ? before.imported : createKeyCache(async () => [[record]]);
        kept.set(name, { record, until, imported });
        if (kept.size > MAX_KEYS) kept.delete(kept.keys().next().value!);
      }
    },
    hasAll: (names, now) => names.every(name => (kept.get(name)?.until ?? 0) > now),
    get: async (type, given, minBits, options) => {
      const name = given.toLowerCase();
      const imported = kept.get(name)?.imported;
      if (!imported) throw Object.assign(new Error('There is no such key.'), { code: 'ENOTFOUND' });
      const key = await imported.get(type, name, minBits, options);
      // As a text it would be imported again for each signature.
      if (!(key.publicKey instanceof KeyObject)) key.publicKey = createPublicKey(key.publicKey);
      return key;
    },
  };
}
