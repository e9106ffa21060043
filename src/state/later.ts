import { stamp } from '../text/relative-time.ts';
import { type SafeText, t } from '../text/safe.ts';
import { isoTime, readPutOff, whenWords } from '../text/when.ts';

/** How long conversations are put off, as a change says it. */
export interface Snooze {
  /** ISO 8601, UTC; null until the customer answers. */
  readonly until: string | null;
  /** An answer of the customer does not bring them back sooner. */
  readonly keep: boolean;
}

/** The same as the help center says it. */
interface Snoozed {
  readonly until: number | null;
  readonly keep: boolean;
}

/** A typed time: how long to put off, or null to bring back. */
export type Later = { readonly snooze: Snooze | null } | { readonly problem: SafeText };

/**
 * Reads a time in an agent's words; `keep` behind it: an answer of the customer does not bring them back sooner. `now`
 * brings them back.
 */
export function readLater(words: string, now: number): Later {
  const read = readPutOff(words, now);
  if (read === 'now') return { snooze: null };
  return 'problem' in read ? read : { snooze: snoozeUntil(read.until, read.keep) };
}

/** Puts off until then, in whole seconds, as answers say times. */
export function snoozeUntil(until: number | null, keep = false): Snooze {
  return { until: until === null ? null : isoTime(until), keep };
}

/** The same in the form of an answer. */
export function snoozedBy(snooze: Snooze): Snoozed {
  return { until: snooze.until === null ? null : Date.parse(snooze.until), keep: snooze.keep };
}

/** When a conversation comes back: `Fri 27 Nov 09:00 or on an answer`. */
export function laterWords({ until, keep }: Snoozed, now: number): SafeText {
  if (until === null) return t`on an answer`;
  return keep ? whenWords(until, now) : t`${whenWords(until, now)} or on an answer`;
}

/** The words that `readLater` reads as this. */
export function typedLater(snooze: Snooze | null): SafeText {
  if (snooze === null) return t`now`;
  const { until, keep } = snoozedBy(snooze);
  return until === null ? t`reply` : t`${whenWords(until, 0)}${keep ? t` keep` : t``}`;
}

/** Until when it is put off, in few words: `an answer`, `Fri 27 Nov 09:00`; with `now`, another year is said too. */
export function untilWords(snooze: Snooze, now?: number): SafeText {
  const { until, keep } = snoozedBy(snooze);
  return until === null ? t`an answer` : t`${stamp(until, now ?? until)}${keep ? t` keep` : t``}`;
}
