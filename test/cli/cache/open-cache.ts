import { join } from 'node:path';
import type { Bounds } from '../../../src/cli/cache/bounds.ts';
import { createCacheFile } from '../../../src/cli/cache/cache-file.ts';
import { createFileCache, type FileCache } from '../../../src/cli/cache/file-cache.ts';
import { everything } from '../../../src/state/views.ts';
import type { Query } from '../../../src/state/world.ts';

const DAY_MS = 24 * 60 * 60 * 1_000;

/** Room for all that a test keeps. */
export const ROOMY: Bounds = { days: 30, conversations: 100_000, megabytes: 200 };

/** A cache, and what it said. */
export interface OpenCache {
  readonly cache: FileCache;
  readonly problems: string[];
  /** Runs the timers until none is left. */
  rest(): void;
  /** So many days pass. */
  pass(days: number): void;
}

/** The cache in the file `name` of a folder; its timers wait for `rest`. */
export function openCache(folder: string, bounds = ROOMY, name = 'cache.db'): OpenCache {
  const problems: string[] = [];
  let now = 20_000 * DAY_MS;
  let timers: (() => void)[] = [];
  const cache = createFileCache({
    bounds,
    now: () => now,
    setTimer: run => {
      timers.push(run);
      return () => {
        timers = timers.filter(other => other !== run);
      };
    },
  });
  cache.use(createCacheFile({ path: join(folder, name), onProblem: reason => void problems.push(reason) }));
  return {
    cache,
    problems,
    rest: () => {
      for (let run = timers.shift(); run; run = timers.shift()) run();
    },
    pass: days => {
      now += days * DAY_MS;
    },
  };
}

/** A query of this number. */
export function queryOf(number: number): Query {
  return { ...everything, tags: [`tag ${number}`] };
}
