import { stamp } from '../../text/relative-time.ts';
import { join, type SafeText, t } from '../../text/safe.ts';
import { isoTime, presetsAt, readPutOff, whenWords } from '../../text/when.ts';

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
export type LaterTime = { readonly snooze: Snooze | null } | { readonly problem: SafeText };

/**
 * Reads a time in an agent's words; `keep` behind it: an answer of the customer does not bring them back sooner. `now`
 * brings them back.
 */
export function readLater(words: string, now: number): LaterTime {
  const read = readPutOff(words, now);
  if (read === 'now') return { snooze: null };
  return 'problem' in read ? read : { snooze: snoozeUntil(read.until, read.keep) };
}

/** The same at the desk, where a digit alone names a preset. */
export function readPreset(words: string, now: number): LaterTime {
  const presets = presetsAt(now);
  const preset = /^\d$/.test(words.trim()) ? presets[Number(words) - 1] : undefined;
  if (preset === undefined) return readLater(words, now);
  if (preset.until !== undefined) return { snooze: snoozeUntil(preset.until) };
  return { problem: t`It is too late for later today. Write a time such as 2h, or choose another digit.` };
}

/** The presets with their digits: `1 18:00 · 2 Wed · 3 Mon · 4 Tue 8 Dec · 5 reply`. */
export function presetWords(now: number): SafeText {
  const named = presetsAt(now).map(({ label }, at) => t`${at + 1} ${label}`);
  return join(named, t` · `);
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
