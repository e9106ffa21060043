import { momentOf, offsetsOf } from './zone-clock.ts';

const DAY_MS = 86_400_000;

function midnightUtc(day: string): number {
  return Date.parse(`${day}T00:00:00Z`);
}

/** The day that is `count` days after this one; days are `YYYY-MM-DD`. */
export function dayAfter(day: string, count = 1): string {
  return new Date(midnightUtc(day) + count * DAY_MS).toISOString().slice(0, 10);
}

/** The number of days from one to another. */
export function daysBetween(from: string, to: string): number {
  return (midnightUtc(to) - midnightUtc(from)) / DAY_MS;
}

/** The calendar of a zone: which day it is at a time, and when a day begins, in milliseconds since 1970. */
export interface Calendar {
  /** The name of the zone in the IANA database. */
  readonly zone: string;
  dayAt(at: number): string;
  startOf(day: string): number;
}

/**
 * The calendar of a zone, which must exist; by default that of this process. A day begins with its first moment, which is
 * not always midnight; one that the zone skipped begins when the next one does.
 */
export function calendarOf(zone?: string): Calendar {
  const offsetAt = offsetsOf(zone);
  return {
    zone: new Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions().timeZone,
    dayAt: at => new Date(at + offsetAt(at)).toISOString().slice(0, 10),
    startOf: day => momentOf(midnightUtc(day), offsetAt),
  };
}
