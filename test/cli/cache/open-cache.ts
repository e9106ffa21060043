import { join } from 'node:path';
import type { Bounds } from '../../../src/cli/cache/bounds.ts';
import { createCacheFile } from '../../../src/cli/cache/cache-file.ts';
import { createFileCache, type FileCache } from '../../../src/cli/cache/file-cache.ts';
import { everything } from '../../../src/state/query/views.ts';
import type { Query } from '../../../src/state/world.ts';

const DAY_MS = 24 * 60 * 60 * 1_000;

/** Room for all that a test keeps. */
export const ROOMY: Bounds = { days: 30, conversations: 100_000, megabytes: 200 };

/** A cache, and what it said. */
export interface OpenCache {
  readonly cache: FileCache;
  readonly problems: string[];
  /** Lets time pass until nothing waits for it. */
  rest(): void;
  /** So many days pass. */
  pass(days: number): void;
}

/** The cache in the file `name` of a folder; its clock stands still but for `rest` and `pass`. */
export function openCache(folder: string, bounds = ROOMY, name = 'cache.db'): OpenCache {
  const problems: string[] = [];
  let now = 20_000 * DAY_MS;
  let timers: { readonly at: number; readonly run: () => void }[] = [];
  const cache = createFileCache({
    bounds,
    now: () => now,
    setTimer: (run, delayMs) => {
      const timer = { at: now + delayMs, run };
      timers.push(timer);
      return () => {
        timers = timers.filter(other => other !== timer);
      };
    },
  });
  cache.use(createCacheFile({ path: join(folder, name), onProblem: reason => void problems.push(reason) }));
  const runUntil = (until: number): void => {
    for (let timer = timers[0]; timer && timer.at <= until; timer = timers[0]) {
      timers.shift();
      now = Math.max(now, timer.at);
      timer.run();
    }
  };
  return {
    cache,
    problems,
    rest: () => runUntil(Number.POSITIVE_INFINITY),
    pass: days => {
      const until = now + days * DAY_MS;
      runUntil(until);
      now = until;
    },
  };
}

/** A query of this number. */
export function queryOf(number: number): Query {
  return { ...everything, tags: [`tag ${number}`] };
}
