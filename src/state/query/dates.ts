import type { Query } from '../world.ts';

const DAY_MS = 86_400_000;
const DAYS_OF: Readonly<Record<string, number>> = { d: 1, w: 7 };

/** The day (`YYYY-MM-DD`) of a value of `before:` or `after:`, or undefined. In this machine's time zone. */
export function dayOf(value: string, nowMs: number): string | undefined {
  const [, count, unit = ''] = /^(\d{1,4})([dw])$/.exec(value) ?? [];
  const daysAgo = value === 'today' ? 0 : value === 'yesterday' ? 1 : Number(count) * (DAYS_OF[unit] ?? Number.NaN);
  // From noon, so that a change to or from summer time does not make it another day.
  if (!Number.isNaN(daysAgo)) return isoDay(new Date(new Date(nowMs).setHours(12) - daysAgo * DAY_MS));
  const [, year, month, day = '01'] = /^(\d{4})-(\d\d)(?:-(\d\d))?$/.exec(value) ?? [];
  const wanted = `${year}-${month}-${day}`;
  return year !== undefined && isoDay(new Date(midnightOf(wanted))) === wanted ? wanted : undefined;
}

/** The most minutes until an answer is due: no inbox gives it more than a year. */
export const MAX_DUE_MINUTES = 366 * 1_440;
const MINUTES_OF: Readonly<Record<string, number>> = { m: 1, h: 60, d: 1_440 };

/** The minutes of a value of `due:` such as `40m`, `2h` or `1d`; undefined for any other text. */
export function minutesOf(value: string): number | undefined {
  const [, count, unit = ''] = /^([1-9]\d{0,4})([mhd])$/.exec(value) ?? [];
  const minutes = Number(count) * (MINUTES_OF[unit] ?? Number.NaN);
  return minutes <= MAX_DUE_MINUTES ? minutes : undefined;
}

/** Minutes as such a value, in the greatest unit that is whole. */
export function minutesText(minutes: number): string {
  const unit = ['d', 'h'].find(one => minutes % MINUTES_OF[one]! === 0) ?? 'm';
  return `${minutes / MINUTES_OF[unit]!}${unit}`;
}

function isoDay(date: Date): string {
  const two = (number: number): string => String(number).padStart(2, '0');
  return `${String(date.getFullYear()).padStart(4, '0')}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}

/** When a day `YYYY-MM-DD` begins on this machine, in milliseconds. */
export function midnightOf(day: string): number {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  const at = new Date(2000, month - 1, date);
  at.setFullYear(year, month - 1, date);
  return at.getTime();
}

/**
 * The bounds of the last message in the help center's form: there both are exclusive and whole seconds, so the bound of
 * `after:` is moved to include the day itself.
 */
export function dayBounds({ before, after }: Query) {
  const stamp = (ms: number): string => new Date(ms).toISOString().slice(0, 19);
  return {
    before: before === null ? undefined : { last_message_at: stamp(midnightOf(before)) },
    after: after === null ? undefined : { last_message_at: stamp(midnightOf(after) - 1_000) },
  };
}

/** Whether a moment lies within the days of a query. */
export function isWithinDays({ before, after }: Query, at: number): boolean {
  return (before === null || at < midnightOf(before)) && (after === null || at >= midnightOf(after));
}
