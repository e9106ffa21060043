import { WEEKDAYS } from './relative-time.ts';
import { momentOf, offsetsOf } from './zone-clock.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
const DAY_MINUTES = 1_440;
/** Working minutes are counted for this many days and no longer. */
const MAX_DAYS = 366;

const DAY_NAMES = WEEKDAYS.map(name => name.toLowerCase());

/** The hours of one weekday: 0 is Sunday; minutes since its midnight, `to` above 1,440 if they end the next day. */
export interface Shift {
  readonly day: number;
  readonly from: number;
  readonly to: number;
}

/** A problem to show behind the name of its field. */
interface Problem {
  readonly problem: string;
}

/** The weekdays from one to another, around the end of the week too. */
function daysBetween(first: number, last: number): number[] {
  return Array.from({ length: ((last - first + 7) % 7) + 1 }, (_, at) => (first + at) % 7);
}

function minutesIn(clock: string): number {
  const [hour, minute] = clock.split(':').map(Number) as [number, number];
  return hour < 24 && minute < 60 ? hour * 60 + minute : clock === '24:00' ? DAY_MINUTES : Number.NaN;
}

function dayIn(name: string): number {
  return DAY_NAMES.indexOf(name.slice(0, 3).toLowerCase());
}

const PART = /^(?:([a-z]{3,9})(?:\s*[-–]\s*([a-z]{3,9}))?\s+)?(\d{1,2}:\d\d)\s*[-–]\s*(\d{1,2}:\d\d)$/i;

/**
 * Reads weekly hours: `Mon-Fri 09:00-12:30, 13:00-17:30, Sat 10:00-14:00`. Times without days have those of the part
 * before; hours whose end is not after their begin end the next day. No text means all hours of all days.
 */
export function readHours(text: string): { readonly shifts: readonly Shift[] } | Problem {
  const given = text.trim() === '' ? 'Mon-Sun 00:00-24:00' : text;
  const shifts: Shift[] = [];
  let days: readonly number[] = [];
  for (const part of given.split(',').map(one => one.trim())) {
    const [, first, last = first, begin = '', end = ''] = PART.exec(part) ?? [];
    const named = first === undefined ? [] : [dayIn(first), dayIn(last!)];
    const [from, until] = [minutesIn(begin), minutesIn(end)];
    if (Number.isNaN(from + until) || from === DAY_MINUTES || named.includes(-1) || from === until)
      return { problem: `must be hours such as Mon-Fri 09:00-17:30, not “${part}”` };
    if (named.length > 0) days = daysBetween(named[0]!, named[1]!);
    if (days.length === 0) return { problem: `must name the days of ${part}, such as Mon-Fri ${part}` };
    shifts.push(...days.map(day => ({ day, from, to: until > from ? until : until + DAY_MINUTES })));
  }
  return { shifts: shifts.sort((a, b) => a.from - b.from) };
}

/** Whether this machine knows a time zone by this name, such as `Europe/Berlin`. */
export function isZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}

/** Weekly hours in a zone, without the hours that begin on a holiday. */
export interface WorkingHours {
  /** As `readHours` sorts them. */
  readonly shifts: readonly Shift[];
  readonly zone: string;
  /** Dates as `2026-12-25`. */
  readonly holidays: readonly string[];
}

type Span = readonly [begin: number, end: number];

/** The working hours that begin on a day, which is counted from 1970 in the zone; each day is worked out once. */
function spansOf({ shifts, holidays }: WorkingHours, offsetAt: (at: number) => number) {
  const free = new Set(holidays);
  const known = new Map<number, readonly Span[]>();
  const read = (day: number): readonly Span[] => {
    const midnight = day * DAY_MS;
    const date = new Date(midnight);
    if (free.has(date.toISOString().slice(0, 10))) return [];
    return shifts
      .filter(shift => shift.day === date.getUTCDay())
      .map(({ from, to }) => [
        momentOf(midnight + from * MINUTE_MS, offsetAt),
        momentOf(midnight + to * MINUTE_MS, offsetAt),
      ]);
  };
  return (day: number): readonly Span[] => {
    const found = known.get(day) ?? read(day);
    known.set(day, found);
    return found;
  };
}

/**
 * Returns how much working time has passed between `from` and a later moment, up to `to`; all in milliseconds. Hours that
 * overlap count once. Throws a RangeError for an unknown zone.
 */
export function workedSince(hours: WorkingHours, from: number, to: number): (moment: number) => number {
  const offsetAt = offsetsOf(hours.zone);
  const spansOn = spansOf(hours, offsetAt);
  const dayOf = (moment: number): number => Math.floor((moment + offsetAt(moment)) / DAY_MS);
  const begins: number[] = [];
  const passed: number[] = [];
  let [over, total] = [from, 0];
  // Hours of the day before may not be over.
  for (let day = dayOf(from) - 1; day <= dayOf(to); day += 1)
    for (const [begin, end] of spansOn(day)) {
      if (end <= over) continue;
      const start = Math.max(begin, over);
      begins.push(start);
      passed.push(total);
      total += end - start;
      over = end;
    }
  passed.push(total);
  return moment => {
    let [low, high] = [0, begins.length];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (begins[middle]! <= moment) low = middle + 1;
      else high = middle;
    }
    return low === 0 ? 0 : Math.min(passed[low - 1]! + moment - begins[low - 1]!, passed[low]!);
  };
}

/** The clocks of a zone. Times as they show them are milliseconds since 1970 as if the zone were UTC. */
export interface WorkingClock {
  /**
   * Adds working minutes to a moment, in milliseconds since 1970. Hours that overlap count once. Undefined if a year has
   * too few of them.
   */
  add(from: number, minutes: number): number | undefined;
  shownAt(moment: number): number;
  /** The first moment at which the clocks show this time or a later one. */
  momentOf(shown: number): number;
}

/** The clock of working hours. Throws a RangeError for an unknown zone. */
export function workingClock(hours: WorkingHours): WorkingClock {
  const offsetAt = offsetsOf(hours.zone);
  const spansOn = spansOf(hours, offsetAt);
  const shownAt = (moment: number): number => moment + offsetAt(moment);
  return {
    shownAt,
    momentOf: shown => momentOf(shown, offsetAt),
    add: (from, minutes) => {
      // Hours of the day before may not be over.
      const first = Math.floor(shownAt(from) / DAY_MS) - 1;
      let [at, left] = [from, minutes * MINUTE_MS];
      for (let day = first; day <= first + MAX_DAYS; day += 1)
        for (const [begin, end] of spansOn(day)) {
          const start = Math.max(begin, at);
          if (end - start >= left) return start + left;
          if (end <= start) continue;
          left -= end - start;
          at = end;
        }
      return undefined;
    },
  };
}
