import { counted } from './numbers.ts';
import { type SafeText, safeLine, t } from './safe.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
const DAYS_OF_A_MONTH = 30.44;
const DAYS_OF_A_YEAR = 365.25;

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
  if (ago < HOUR_MS) return t`${Math.floor(ago / MINUTE_MS)}m`;
  if (ago < DAY_MS) return t`${Math.floor(ago / HOUR_MS)}h`;
  return ageInDays(ago / DAY_MS);
}

/** How long until then, in the same form; a time that has come is `now`. */
export function ahead(atMs: number, nowMs: number): SafeText {
  const left = age(nowMs, atMs);
  return left === YESTERDAY ? t`1d` : left;
}

function ageInDays(days: number): SafeText {
  if (days < 2) return YESTERDAY;
  if (days < 14) return t`${Math.floor(days)}d`;
  if (days < 2 * DAYS_OF_A_MONTH) return t`${Math.floor(days / 7)}w`;
  if (days < DAYS_OF_A_YEAR) return t`${Math.floor(days / DAYS_OF_A_MONTH)}mo`;
  return t`${Math.min(999, Math.floor(days / DAYS_OF_A_YEAR))}y`;
}

/** How long a time is, in one unit and in words: `2 m`, `5 h`, `1 day`, `3 weeks`. */
export function span(ms: number): SafeText {
  if (ms < HOUR_MS) return t`${Math.max(1, Math.floor(ms / MINUTE_MS))} m`;
  if (ms < DAY_MS) return t`${Math.floor(ms / HOUR_MS)} h`;
  const days = Math.floor(ms / DAY_MS);
  return days < 14 ? counted(days, t`day`) : counted(Math.floor(days / 7), t`week`);
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
  const at = partsOf(atMs);
  if (at === undefined || isSameDay(atMs, nowMs)) return t`as of ${clock(atMs, nowMs, nowMs)}`;
  const year = at.year === partsOf(nowMs)?.year ? '' : ` ${at.year}`;
  return t`as of ${safeLine(`${at.day} ${at.month}${year}`)}`;
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
