import { counted } from './numbers.ts';
import { type SafeText, safeLine, t } from './safe.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
const WEEK_MS = 7 * DAY_MS;
const MONTH_MS = 30.44 * DAY_MS;
const YEAR_MS = 365.25 * DAY_MS;

/** A unit in which a time is said, and the time from which on a larger one is. */
type Step = readonly [until: number, unit: number, word: string];

const AGE_STEPS: readonly Step[] = [
  [HOUR_MS, MINUTE_MS, 'm'],
  [DAY_MS, HOUR_MS, 'h'],
  [2 * WEEK_MS, DAY_MS, 'd'],
  [2 * MONTH_MS, WEEK_MS, 'w'],
  [YEAR_MS, MONTH_MS, 'mo'],
  [Number.POSITIVE_INFINITY, YEAR_MS, 'y'],
];

/** The names of the weekdays, from Sunday on. */
export const WEEKDAYS = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'];
const YESTERDAY = t`yst`;
/** The names of the months. */
export const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/**
 * How long ago, in at most 4 columns: `now`, `31m`, `23h`, `yst` (24 to 48 hours), `13d`, `8w`, `11mo`, `2y`. A time in
 * the future (a clock that is behind) is `now`; an invalid time is `?`.
 */
export function age(atMs: number, nowMs: number): SafeText {
  const ago = nowMs - atMs;
  if (Number.isNaN(ago)) return t`?`;
  if (ago < MINUTE_MS) return t`now`;
  if (ago >= DAY_MS && ago < 2 * DAY_MS) return YESTERDAY;
  const [, unit, word] = stepOf(AGE_STEPS, ago);
  return safeLine(`${Math.min(999, Math.floor(ago / unit))}${word}`);
}

/** How long until then, in the same form; a time that has come is `now`. */
export function timeUntil(atMs: number, nowMs: number): SafeText {
  const left = age(nowMs, atMs);
  return left === YESTERDAY ? t`1d` : left;
}

const SPAN_STEPS: readonly Step[] = [
  [HOUR_MS, MINUTE_MS, 'm'],
  [DAY_MS, HOUR_MS, 'h'],
  [2 * WEEK_MS, DAY_MS, 'day'],
  [Number.POSITIVE_INFINITY, WEEK_MS, 'week'],
];

/** How long a time is, in one unit and in words: `2 m`, `5 h`, `1 day`, `3 weeks`. */
export function durationText(ms: number): SafeText {
  const [, unit, word] = stepOf(SPAN_STEPS, ms);
  const count = Math.floor(ms / unit);
  return unit < DAY_MS ? t`${Math.max(1, count)} ${safeLine(word)}` : counted(count, safeLine(word));
}

function stepOf(steps: readonly Step[], ms: number): Step {
  return steps.find(([until]) => ms < until) ?? steps.at(-1)!;
}

/** The next moment at which the age of `atMs`, or how long it is until then, reads differently. */
export function nextAge(atMs: number, nowMs: number): number {
  return nextStep(AGE_STEPS, atMs, nowMs);
}

/** The next moment at which the `durationText` between `atMs` and then reads differently. */
export function nextSpan(atMs: number, nowMs: number): number {
  const next = nextStep(SPAN_STEPS, atMs, nowMs);
  // Less than two minutes read as one.
  const isSame = next !== atMs && Math.abs(next - atMs) <= MINUTE_MS;
  return isSame ? nextStep(SPAN_STEPS, atMs, next) : next;
}

/** A coming time reads differently a millisecond after a whole unit is left, and once it has come. */
function nextStep(steps: readonly Step[], atMs: number, nowMs: number): number {
  const ms = Math.abs(nowMs - atMs);
  const [until, unit] = stepOf(steps, ms);
  const count = Math.floor(ms / unit);
  if (nowMs >= atMs) return atMs + Math.ceil(Math.min(until, (count + 1) * unit));
  const least = Math.max(count * unit, ...steps.map(([end]) => (end <= ms ? end : 0)));
  return least === 0 ? atMs : atMs - Math.ceil(least) + 1;
}

/** The next midnight in the zone of the machine: words for days change then. */
export function nextMidnight(nowMs: number): number {
  const date = new Date(nowMs);
  return new Date(date.getFullYear(), date.getMonth(), date.getDate() + 1).getTime();
}

/**
 * A moment as `Thu 20 Nov 09:12`, with the year (`Thu 20 Nov 2025 09:12`) if it is not that of `nowMs`. In the time
 * zone of the machine; an invalid time is `unknown time`.
 */
export function stamp(atMs: number, nowMs: number): SafeText {
  const at = partsOf(atMs);
  if (at === undefined) return t`unknown time`;
  const year = at.year === partsOf(nowMs)?.year ? '' : ` ${at.year}`;
  return safeLine(`${at.weekday} ${at.day} ${at.month}${year} ${twoDigits(at.hour)}:${twoDigits(at.minute)}`);
}

/** A moment as `09:12` if it is on the day of `dayMs`, otherwise as `stamp`. */
export function clock(atMs: number, dayMs: number, nowMs: number): SafeText {
  const at = partsOf(atMs);
  return at && isSameDay(atMs, dayMs) ? safeLine(`${twoDigits(at.hour)}:${twoDigits(at.minute)}`) : stamp(atMs, nowMs);
}

/** When something was as it is shown: `as of 09:12`, or `as of 21 Nov` if that was another day. */
export function asOf(atMs: number, nowMs: number): SafeText {
  const isToday = partsOf(atMs) === undefined || isSameDay(atMs, nowMs);
  return t`as of ${isToday ? clock(atMs, nowMs, nowMs) : dayText(atMs, nowMs)}`;
}

/** The day of a moment: `21 Nov`, with the year if it is not that of `nowMs`. An invalid time is `unknown time`. */
export function dayText(atMs: number, nowMs: number): SafeText {
  const at = partsOf(atMs);
  if (at === undefined) return t`unknown time`;
  const year = at.year === partsOf(nowMs)?.year ? '' : ` ${at.year}`;
  return safeLine(`${at.day} ${at.month}${year}`);
}

/** A moment of today as `09:12:05`. */
export function clockWithSeconds(atMs: number): SafeText {
  const date = new Date(atMs);
  if (Number.isNaN(date.getTime())) return t`unknown time`;
  return safeLine([date.getHours(), date.getMinutes(), date.getSeconds()].map(twoDigits).join(':'));
}

/** Whether two moments are on the same day, by the machine's time zone. */
export function isSameDay(oneMs: number, otherMs: number): boolean {
  return new Date(oneMs).toDateString() === new Date(otherMs).toDateString();
}

function twoDigits(value: number): string {
  return String(value).padStart(2, '0');
}

// A Date knows the machine's zone at no cost; Intl takes 15 ms to load.
function partsOf(ms: number) {
  const date = new Date(ms);
  if (Number.isNaN(date.getTime())) return undefined;
  return {
    weekday: WEEKDAYS[date.getDay()] ?? '',
    day: date.getDate(),
    month: MONTHS[date.getMonth()] ?? '',
    year: date.getFullYear(),
    hour: date.getHours(),
    minute: date.getMinutes(),
  };
}
