import { WEEKDAYS } from './relative-time.ts';
import { type SafeText, safeLine, t } from './safe.ts';
import { isZone, readHours, type WorkingClock, type WorkingHours, workedSince, workingClock } from './working-hours.ts';

/** How soon an inbox wants each customer answered. */
export interface Target {
  /** In working minutes; 0 or absent without a target. */
  readonly answer_within?: number | null | undefined;
  /** As `readHours` reads them. */
  readonly hours?: string | null | undefined;
  /** A name such as `Europe/Berlin`; UTC if it is empty or absent. */
  readonly zone?: string | null | undefined;
  /** Dates as `2026-12-25`. */
  readonly holidays?: readonly string[] | null | undefined;
}

const MINUTE_MS = 60_000;
const DAY_MS = 1_440 * MINUTE_MS;
const FRIDAY = 5;
const AFTERNOON_MINUTES = 17 * 60;

/** A target's hours; undefined if they, or their zone, cannot be read. */
function hoursOf(target: Target): WorkingHours | undefined {
  const read = readHours(target.hours ?? '');
  const zone = target.zone?.trim() || 'UTC';
  return 'problem' in read || !isZone(zone) ? undefined : { ...read, zone, holidays: target.holidays ?? [] };
}

function clockOf(target: Target): WorkingClock | undefined {
  const hours = hoursOf(target);
  return hours && workingClock(hours);
}

/** As `workedSince`, in the hours of a target; all time passes if they cannot be read. */
export function workedBy(target: Target, from: number, to: number): (moment: number) => number {
  const hours = hoursOf(target);
  return hours ? workedSince(hours, from, to) : moment => moment - from;
}

/**
 * Returns a function from when a customer has waited to when the answer is due, both in milliseconds since 1970. That is
 * null without a target, and if its hours cannot be read or a year has too few of them.
 */
export function dueBy(target: Target): (since: number) => number | null {
  const minutes = target.answer_within ?? 0;
  const clock = minutes > 0 ? clockOf(target) : undefined;
  return since => clock?.add(since, minutes) ?? null;
}

/** The parts of a target that are wrong, by field. */
export function targetFaults(target: Target): [field: keyof Target, message: string][] {
  const read = readHours(target.hours ?? '');
  if ('problem' in read) return [['hours', read.problem]];
  const zone = target.zone?.trim() ?? '';
  if (zone !== '' && !isZone(zone)) return [['zone', 'must be a time zone such as Europe/Berlin']];
  const isEndless = (target.answer_within ?? 0) > 0 && dueBy({ ...target, holidays: [] })(0) === null;
  return isEndless ? [['answer_within', 'is more than a year of these hours has']] : [];
}

function shownTime(shown: number, from: number): SafeText {
  const date = new Date(shown);
  const day = shown - from > 6 * DAY_MS ? ` ${date.toUTCString().slice(5, 11)}` : '';
  return safeLine(`${WEEKDAYS[date.getUTCDay()]}${day} ${date.toISOString().slice(11, 16)}`);
}

/** The arithmetic of a target, for a mail that comes on the next Friday at 17:00; its first fault if it is wrong. */
export function targetExample(target: Target, now: number): SafeText {
  const [fault] = targetFaults(target);
  if (fault) return t`${safeLine(fault[0])} ${safeLine(fault[1])}`;
  const clock = clockOf(target)!;
  const midnight = Math.floor(clock.shownAt(now) / DAY_MS) * DAY_MS;
  const days = (FRIDAY - new Date(midnight).getUTCDay() + 7) % 7;
  const came = midnight + days * DAY_MS + AFTERNOON_MINUTES * MINUTE_MS;
  const due = dueBy(target)(clock.momentOf(came));
  return due === null
    ? t`Without a number of minutes nothing is due`
    : t`A mail of ${shownTime(came, came)} is due ${shownTime(clock.shownAt(due), came)}`;
}
