const MINUTE_MS = 60_000;
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

/** No zone is further from UTC, in minutes. */
const FARTHEST = 16 * 60;

/**
 * The calendar of a zone, which must exist; by default that of this process. A day begins with its first minute, which is
 * not always midnight; one that the zone skipped begins when the next one does.
 */
export function calendarOf(zone?: string): Calendar {
  // This language writes YYYY-MM-DD.
  const format = new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short' });
  const dayAt = (at: number) => format.format(at);
  const startOf = (day: string) => {
    const midnight = midnightUtc(day) / MINUTE_MS;
    let [before, start] = [midnight - FARTHEST, midnight + FARTHEST];
    while (start - before > 1) {
      const middle = Math.floor((before + start) / 2);
      if (dayAt(middle * MINUTE_MS) >= day) start = middle;
      else before = middle;
    }
    return start * MINUTE_MS;
  };
  return { zone: format.resolvedOptions().timeZone, dayAt, startOf };
}
