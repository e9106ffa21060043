import { Problem } from '../model/problem.ts';

const MINUTE_MS = 60_000;

/** 429 for one request too many. */
export function tooMany(seconds: number) {
  return new Problem('rate_limited', `Too many requests; try again in ${seconds} s.`, undefined, seconds);
}

/** Counts a caller's request; throws `rate_limited` for one too many in this minute. `now` is of a monotonic clock. */
export type RateLimit = (caller: string, now: number) => void;

/** At most `limit` requests per caller in each minute that begins with its first request. */
export function createRateLimit(limit: number): RateLimit {
  const windows = new Map<string, { since: number; count: number }>();
  return (caller, now) => {
    const current = windows.get(caller);
    if (!current || now - current.since >= MINUTE_MS) {
      for (const [name, { since }] of windows) if (now - since >= MINUTE_MS) windows.delete(name);
      windows.set(caller, { since: now, count: 1 });
      return;
    }
    current.count += 1;
    if (current.count <= limit) return;
    const seconds = Math.max(1, Math.ceil((current.since + MINUTE_MS - now) / 1_000));
    throw tooMany(seconds);
  };
}
