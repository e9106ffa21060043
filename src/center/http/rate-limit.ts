import { Problem } from '../model/problem.ts';

const MINUTE_MS = 60_000;

/** 429 for one request too many. */
export function tooMany(seconds: number) {
  return new Problem('rate_limited', `Too many requests; try again in ${seconds} s.`, undefined, seconds);
}

/** A caller's remaining allowance in this minute. */
export interface Allowance {
  readonly limit: number;
  readonly remaining: number;
  /** How many seconds this minute still lasts. */
  readonly resetSeconds: number;
}

/**
 * Counts a caller's request and returns what is left; throws `rate_limited` for one too many in this minute. `now` is of
 * a monotonic clock.
 */
export type RateLimit = (caller: string, now: number) => Allowance;

/** The same as headers of an answer. */
export function rateHeaders({ limit, remaining, resetSeconds }: Allowance): Readonly<Record<string, string>> {
  return {
    'ratelimit-limit': String(limit),
    'ratelimit-remaining': String(remaining),
    'ratelimit-reset': String(resetSeconds),
  };
}

interface Window {
  readonly since: number;
  count: number;
}

/**
 * At most `limit` requests per caller in each minute that begins with its first request. A request costs the same for
 * any number of callers: windows are not walked but forgotten together, after one to two minutes.
 */
export function createRateLimit(limit: number): RateLimit {
  let turnedAt = 0;
  let old = new Map<string, Window>();
  let young = new Map<string, Window>();
  return (caller, now) => {
    if (now - turnedAt >= MINUTE_MS) [old, young, turnedAt] = [young, new Map(), now];
    const current = young.get(caller) ?? old.get(caller);
    if (!current || now - current.since >= MINUTE_MS) {
      young.set(caller, { since: now, count: 1 });
      return { limit, remaining: limit - 1, resetSeconds: MINUTE_MS / 1_000 };
    }
    current.count += 1;
    const resetSeconds = Math.max(1, Math.ceil((current.since + MINUTE_MS - now) / 1_000));
    if (current.count > limit) throw tooMany(resetSeconds);
    return { limit, remaining: limit - current.count, resetSeconds };
  };
}
