import { isSameDay, MONTHS, stamp, WEEKDAYS } from './relative-time.ts';
import { type SafeText, safeLine, t } from './safe.ts';

/** The meaning of a time in words: milliseconds since 1970, or null for as long as the customer does not answer. */
export type When = { readonly until: number | null } | { readonly problem: SafeText };

const MINUTE_MS = 60_000;
/** The hour of a day that is named without one. */
const MORNING = 9;
/** Longer than this ahead, in days, is a slip of the finger. */
const MAX_DAYS = 3_660;

const DAY_NAMES = WEEKDAYS.map(name => name.toLowerCase());
const MONTH_NAMES = MONTHS.map(name => name.toLowerCase());

/** Words to begin with, the most used first. */
export const whenExamples = ['tomorrow', 'tomorrow 14:00', '2h', '3d', '3 workdays', 'fri', '27.11 14:00', 'reply'];

interface Clock {
  readonly hour: number;
  readonly minute: number;
}

/** A day, as a time of that day makes a moment of it. In the zone of this machine, whose clock may be changed that day. */
type Day = (time: Clock) => Date;

/** The day at a distance from a moment. */
function daysFrom(now: Date, days: number): Day {
  return ({ hour, minute }) => new Date(now.getFullYear(), now.getMonth(), now.getDate() + days, hour, minute);
}

function workdaysFrom(now: Date, count: number): Day {
  let days = 0;
  for (let left = Math.min(count, MAX_DAYS); left > 0; ) {
    days += 1;
    const weekday = (now.getDay() + days) % 7;
    if (weekday !== 0 && weekday !== 6) left -= 1;
  }
  return daysFrom(now, days);
}

/** The next day of this name, which is never today. */
function weekdayFrom(now: Date, weekday: number): Day {
  return daysFrom(now, ((weekday - now.getDay() + 6) % 7) + 1);
}

/** The day of a date; undefined if no year has it. Without a year, the next one. */
function dateFrom(now: Date, day: number, month: number, year: number | undefined): Day | undefined {
  const named = new Date(year ?? now.getFullYear(), month - 1, day);
  if (named.getMonth() !== month - 1 || named.getDate() !== day) return undefined;
  const isOver = year === undefined && named < new Date(now.getFullYear(), now.getMonth(), now.getDate());
  return ({ hour, minute }) => new Date(named.getFullYear() + (isOver ? 1 : 0), month - 1, day, hour, minute);
}

/** Each way to name a day, with the meaning of its groups. The most used have one letter. */
const days: readonly (readonly [pattern: RegExp, read: (now: Date, groups: readonly string[]) => Day | undefined])[] = [
  [/^today$/, now => daysFrom(now, 0)],
  [/^t(?:om(?:orrow)?)?$/, now => daysFrom(now, 1)],
  [/^(?:w|next week)$/, now => weekdayFrom(now, 1)],
  [/^(\d{1,4}) ?(?:d|days?)$/, (now, [count]) => daysFrom(now, Number(count))],
  [/^(\d{1,4}) ?(?:w|weeks?)$/, (now, [count]) => daysFrom(now, Number(count) * 7)],
  [/^(\d{1,4}) ?(?:wd|workdays?)$/, (now, [count]) => workdaysFrom(now, Number(count))],
  [/^(sun|mon|tue|wed|thu|fri|sat)[a-z]*$/, (now, [name]) => weekdayFrom(now, DAY_NAMES.indexOf(name!))],
  [
    /^(\d{1,2})\.(\d{1,2})\.?(\d{4})?$/,
    (now, [day, month, year]) => dateFrom(now, Number(day), Number(month), year ? Number(year) : undefined),
  ],
  [/^(\d{4})-(\d\d)-(\d\d)$/, (now, [year, month, day]) => dateFrom(now, Number(day), Number(month), Number(year))],
  [
    /^(?:(?:sun|mon|tue|wed|thu|fri|sat) )?(\d{1,2}) ([a-z]{3})[a-z]*(?: (\d{4}))?$/,
    (now, [day, month, year]) =>
      dateFrom(now, Number(day), MONTH_NAMES.indexOf(month!) + 1, year ? Number(year) : undefined),
  ],
];

function dayIn(words: string, now: Date): Day | undefined {
  for (const [pattern, read] of days) {
    const found = pattern.exec(words);
    if (found) return read(now, found.slice(1));
  }
  return undefined;
}

/** A time of day: `9`, `9:30`, `14:00`, `9am`. */
function clockIn(words: string): Clock | undefined {
  const [, hours, minutes = '0', half] = /^(\d{1,2})(?:[:.](\d\d))?( ?[ap]m)?$/.exec(words) ?? [];
  if (hours === undefined) return undefined;
  const given = Number(hours);
  if (half !== undefined && (given < 1 || given > 12)) return undefined;
  const hour = half === undefined ? given : (given % 12) + (half.includes('p') ? 12 : 0);
  return hour < 24 && Number(minutes) < 60 ? { hour, minute: Number(minutes) } : undefined;
}

/** A time of day alone comes next today or tomorrow; an hour alone may be anything. */
function nextAt(words: string, now: Date): Date | undefined {
  const time = /[:m]/.test(words) ? clockIn(words) : undefined;
  const today = time && daysFrom(now, 0)(time);
  return today && today <= now ? daysFrom(now, 1)(time) : today;
}

/** A day with or without a time of day: each place where the words may part. */
function momentIn(words: string, now: Date): Date | undefined {
  const whole = dayIn(words, now);
  if (whole) return whole({ hour: MORNING, minute: 0 });
  for (let at = words.indexOf(' '); at !== -1; at = words.indexOf(' ', at + 1)) {
    const day = dayIn(words.slice(0, at), now);
    const time = day && clockIn(words.slice(at + 1).replace(/^at /, ''));
    if (time) return day(time);
  }
  return nextAt(words, now);
}

function spanIn(words: string): number | undefined {
  const [, count, unit] = /^(\d{1,4}) ?(m|min|minutes?|h|hours?)$/.exec(words) ?? [];
  return count === undefined ? undefined : Number(count) * MINUTE_MS * (unit!.startsWith('h') ? 60 : 1);
}

/**
 * A time in an agent's words, as seen at `now`: `2h`, `tomorrow 9`, `fri`, `3 workdays`, `27.11 14:00`, or `reply`. In the
 * zone of this machine; a day without a time is its morning. Times that have passed are a problem.
 */
export function readWhen(given: string, now: number): When {
  const words = given.trim().toLowerCase().replace(/\s+/g, ' ');
  if (words.length > 40) return unread(given);
  if (/^(?:r|reply|answer)$/.test(words)) return { until: null };
  const span = spanIn(words);
  const until = span === undefined ? momentIn(words, new Date(now))?.getTime() : now + span;
  if (until === undefined || Number.isNaN(until)) return unread(given);
  if (until <= now) return { problem: t`${whenWords(until, now)} has passed.` };
  if (until > now + MAX_DAYS * 1_440 * MINUTE_MS) return { problem: t`${whenWords(until, now)} is too far away.` };
  return { until };
}

/**
 * The day that words name as seen at `now`: `fri`, `3d`, `next week`, `27.11`, as `YYYY-MM-DD`; undefined if they name
 * none, or one that has come.
 */
export function readDay(given: string, now: number): string | undefined {
  const noon = dayIn(given.trim().toLowerCase(), new Date(now))?.({ hour: 12, minute: 0 });
  if (noon === undefined || Number.isNaN(noon.getTime()) || noon.getTime() <= now || isSameDay(noon.getTime(), now))
    return undefined;
  return new Date(noon.getTime() - noon.getTimezoneOffset() * MINUTE_MS).toISOString().slice(0, 10);
}

/** A time that one digit names. */
export interface Preset {
  /** Its short form: `18:00`, `Wed`, `Tue 8 Dec`. */
  readonly label: SafeText;
  /** Milliseconds since 1970; null until the customer answers; undefined if that time of the day has passed. */
  readonly until: number | null | undefined;
}

/** Later today is this hour, up to the hour before it. */
const EVENING = 18;

/** The times that the digits from 1 on name: later today, tomorrow, Monday, in a week, and when the customer answers. */
export function presetsAt(now: number): readonly Preset[] {
  const today = new Date(now);
  const isEarly = today.getHours() < EVENING - 1;
  const evening = isEarly ? daysFrom(today, 0)({ hour: EVENING, minute: 0 }).getTime() : undefined;
  const mornings = [daysFrom(today, 1), weekdayFrom(today, 1), daysFrom(today, 7)].map(day =>
    day({ hour: MORNING, minute: 0 }).getTime(),
  );
  return [
    { label: isEarly ? t`18:00` : t`–`, until: evening },
    ...mornings.map(until => ({ label: dayWords(until, now), until })),
    { label: t`reply`, until: null },
  ];
}

/** The day of a coming moment: within six days `Wed`, otherwise `Tue 8 Dec`. */
function dayWords(until: number, now: number): SafeText {
  return safeLine(whenWords(until, now).split(' ').slice(0, -1).join(' '));
}

/**
 * The meaning of words for putting off; `now` brings back. `keep`: an answer of the customer brings nothing back
 * sooner.
 */
export type PutOff = { readonly until: number | null; readonly keep: boolean } | 'now' | { readonly problem: SafeText };

/** Reads a time until which to put off; `keep` may stand behind it. */
export function readPutOff(words: string, now: number): PutOff {
  const given = words.trim();
  if (given.toLowerCase() === 'now') return 'now';
  const keep = /\skeep$/i.test(given);
  const read = readWhen(keep ? given.slice(0, -'keep'.length) : given, now);
  if ('problem' in read) return read;
  if (read.until === null && keep) return { problem: t`reply keep: an answer is what it waits for. Name a time.` };
  return { until: read.until, keep };
}

function unread(given: string): When {
  return { problem: t`${safeLine(given.trim().slice(0, 40))}: write a time such as 2h, tomorrow 9, fri, 3d or reply.` };
}

/**
 * A coming moment: `today 14:00`, within six days `Fri 09:00`, otherwise `Fri 27 Nov 09:00`. `readWhen` reads it back.
 */
export function whenWords(until: number, now: number): SafeText {
  const words = stamp(until, now);
  const limit = daysFrom(new Date(now), 7)({ hour: 0, minute: 0 }).getTime();
  if (until < now || until >= limit) return words;
  const parts = words.split(' ');
  return safeLine(`${isSameDay(until, now) ? 'today' : parts[0]} ${parts.at(-1)}`);
}

/** A moment as the service reads it: UTC, to the second. */
export function isoTime(moment: number): string {
  return `${new Date(moment).toISOString().slice(0, 19)}Z`;
}
