import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isZone, readHours, type Shift, workedSince, workingClock } from '../../src/text/working-hours.ts';
import { runs } from '../harness/full.ts';

const MINUTE_MS = 60_000;

function shiftsIn(text: string): readonly Shift[] {
  const read = readHours(text);
  if ('problem' in read) throw new Error(read.problem);
  return read.shifts;
}

/** A moment as the clocks of its zone show it. */
function shown(at: number | undefined, zone: string): string {
  if (at === undefined) return 'never';
  const parts = new Intl.DateTimeFormat('sv', { timeZone: zone, dateStyle: 'short', timeStyle: 'short' });
  const weekday = new Intl.DateTimeFormat('en', { timeZone: zone, weekday: 'short' }).format(at);
  return `${weekday} ${parts.format(at)}`;
}

function due(hours: string, zone: string, from: string, minutes: number, holidays: readonly string[] = []): string {
  return shown(workingClock({ shifts: shiftsIn(hours), zone, holidays }).add(Date.parse(from), minutes), zone);
}

const office = 'Mon-Fri 09:00-17:30';

describe('working hours', () => {
  test.each([
    ['the same day', office, 'Europe/Berlin', '2026-11-27T09:00:00Z', 60, 'Fri 2026-11-27 11:00'],
    ['over a weekend', office, 'Europe/Berlin', '2026-11-27T16:00:00Z', 120, 'Mon 2026-11-30 10:30'],
    ['exactly at closing', office, 'Europe/Berlin', '2026-11-27T16:00:00Z', 30, 'Fri 2026-11-27 17:30'],
    ['from before opening', office, 'Europe/Berlin', '2026-11-27T03:00:00Z', 30, 'Fri 2026-11-27 09:30'],
    ['without hours', '', 'UTC', '2026-11-28T23:30:00Z', 120, 'Sun 2026-11-29 01:30'],
    ['two times a day', 'Mon-Fri 9:00-12:00, 13:00-17:00', 'UTC', '2026-11-27T11:30:00Z', 60, 'Fri 2026-11-27 13:30'],
    ['Saturday too', `${office}, Sat 10:00-14:00`, 'UTC', '2026-11-27T17:00:00Z', 60, 'Sat 2026-11-28 10:30'],
    ['across midnight', 'Fri 22:00-06:00', 'UTC', '2026-11-27T23:00:00Z', 120, 'Sat 2026-11-28 01:00'],
    ['begun the day before', 'Fri 22:00-06:00', 'UTC', '2026-11-28T05:00:00Z', 120, 'Fri 2026-12-04 23:00'],
    ['around the week', 'Sat-Mon 10:00-12:00', 'UTC', '2026-11-28T11:30:00Z', 60, 'Sun 2026-11-29 10:30'],
    ['overlapping hours', 'Mon 09:00-12:00, 11:00-13:00', 'UTC', '2026-11-30T11:30:00Z', 60, 'Mon 2026-11-30 12:30'],
  ])('count %s', (_, hours, zone, from, minutes, then) => {
    expect(due(hours, zone, from, minutes)).toBe(then);
  });

  test.each([
    ['when clocks go forward', 'Sun 00:00-06:00', '2026-03-28T23:00:00Z', 240, 'Sun 2026-03-29 05:00'],
    ['when clocks go back', 'Sun 00:00-06:00', '2026-10-24T22:00:00Z', 240, 'Sun 2026-10-25 03:00'],
    ['from a time that is skipped', 'Sun 02:30-06:00', '2026-03-28T23:00:00Z', 60, 'Sun 2026-03-29 04:00'],
    ['from a time that comes twice', 'Sun 02:30-06:00', '2026-10-24T22:00:00Z', 60, 'Sun 2026-10-25 02:30'],
    ['on the Monday after', office, '2026-03-27T16:00:00Z', 60, 'Mon 2026-03-30 09:30'],
  ])('are right %s', (_, hours, from, minutes, then) => {
    expect(due(hours, 'Europe/Berlin', from, minutes)).toBe(then);
  });

  test('leave out the hours that begin on a holiday, and those alone', () => {
    expect(due(office, 'UTC', '2026-12-24T17:00:00Z', 60, ['2026-12-25'])).toBe('Mon 2026-12-28 09:30');
    expect(due('Fri 22:00-06:00', 'UTC', '2026-11-27T23:00:00Z', 120, ['2026-11-28'])).toBe('Sat 2026-11-28 01:00');
    expect(due('Fri 22:00-06:00', 'UTC', '2026-11-27T23:00:00Z', 120, ['2026-11-27'])).toBe('Sat 2026-12-05 00:00');
  });

  test('know a holiday on a leap day', () => {
    expect(due(office, 'UTC', '2028-02-28T17:00:00Z', 60, ['2028-02-29'])).toBe('Wed 2028-03-01 09:30');
    expect(due(office, 'UTC', '2028-02-28T17:00:00Z', 60)).toBe('Tue 2028-02-29 09:30');
  });

  test('follow a zone that changes its rule', () => {
    // Samoa skipped the 30th of December 2011, a Friday; Volgograd moved on the 27th of December 2020, for good.
    expect(due(office, 'Pacific/Apia', '2011-12-30T03:00:00Z', 60)).toBe('Mon 2012-01-02 09:30');
    expect(due('Sun 00:00-06:00', 'Europe/Volgograd', '2020-12-26T20:00:00Z', 180)).toBe('Sun 2020-12-27 02:00');
    expect(due(office, 'Africa/Casablanca', '2026-02-13T16:00:00Z', 60)).toBe('Mon 2026-02-16 09:30');
  });

  test('never end if a year has too few of them', () => {
    expect(due('Mon 09:00-09:01', 'UTC', '2026-11-27T16:00:00Z', 60)).toBe('never');
    expect(due('Fri 09:00-17:00', 'UTC', '2026-11-27T16:00:00Z', 60)).toBe('Fri 2026-11-27 17:00');
  });

  test.each([
    ['Mon-Fri', 'must be hours such as Mon-Fri 09:00-17:30, not “Mon-Fri”'],
    ['09:00-17:30', 'must name the days of 09:00-17:30, such as Mon-Fri 09:00-17:30'],
    ['Mon 09:00-24:30', 'must be hours such as Mon-Fri 09:00-17:30, not “Mon 09:00-24:30”'],
    ['Mon 24:00-06:00', 'must be hours such as Mon-Fri 09:00-17:30, not “Mon 24:00-06:00”'],
    ['Mon 09:00-09:00', 'must be hours such as Mon-Fri 09:00-17:30, not “Mon 09:00-09:00”'],
    ['Mon-Xyz 09:00-10:00', 'must be hours such as Mon-Fri 09:00-17:30, not “Mon-Xyz 09:00-10:00”'],
    ['Mon 09:00-17:00,', 'must be hours such as Mon-Fri 09:00-17:30, not “”'],
  ])('are refused as %j', (text, problem) => {
    expect(readHours(text)).toEqual({ problem });
  });

  test('are in a zone that this machine knows', () => {
    expect(['Europe/Berlin', 'UTC', 'Mars/Olympus', ''].map(isZone)).toEqual([true, true, false, false]);
  });
});

/** Goes on minute by minute. A time that clocks show twice, or skip, counts as the first that is not before it. */
function slowly(shifts: readonly Shift[], zone: string, holidays: readonly string[], from: number, minutes: number) {
  const format = new Intl.DateTimeFormat('sv', { timeZone: zone, dateStyle: 'short', timeStyle: 'short' });
  const wallAt = (at: number) => Date.parse(`${format.format(at).replace(' ', 'T')}Z`);
  const isWorked = (wall: number) =>
    [0, 1].some(back => {
      const midnight = (Math.floor(wall / 86_400_000) - back) * 86_400_000;
      if (holidays.includes(new Date(midnight).toISOString().slice(0, 10))) return false;
      const minute = (wall - midnight) / MINUTE_MS;
      const day = new Date(midnight).getUTCDay();
      return shifts.some(shift => shift.day === day && minute >= shift.from && minute < shift.to);
    });
  let latest = 0;
  for (let at = from - 48 * 60 * MINUTE_MS; at < from; at += MINUTE_MS) latest = Math.max(latest, wallAt(at));
  let left = minutes;
  for (let at = from; left > 0; at += MINUTE_MS) {
    const wall = wallAt(at);
    latest = Math.max(latest, wall);
    // An hour that comes a second time belongs to what goes on through it.
    if (isWorked(latest)) left -= 1;
    if (left === 0) return at + MINUTE_MS;
  }
  return from;
}

describe('the clock of working hours', () => {
  const zones = ['Europe/Berlin', 'America/New_York', 'Australia/Lord_Howe', 'Africa/Casablanca', 'Asia/Kolkata'];
  const changes = ['2026-03-28', '2026-03-07', '2026-10-24', '2026-10-31', '2026-04-04', '2026-10-03', '2026-02-14'];
  const times = fc.integer({ min: 0, max: 1_439 });
  const shift = fc
    .tuple(fc.integer({ min: 0, max: 6 }), times, fc.integer({ min: 1, max: 1_440 }))
    .map(([day, from, length]): Shift => ({ day, from, to: from + length }));

  test('agrees with one that goes minute by minute', () => {
    const given = fc.record({
      zone: fc.constantFrom(...zones),
      near: fc.constantFrom(...changes),
      offset: fc.integer({ min: 0, max: 3 * 1_440 }),
      minutes: fc.integer({ min: 1, max: 900 }),
      shifts: fc.array(shift, { minLength: 2, maxLength: 7 }),
      holiday: fc.constantFrom('2026-03-29', '2026-10-25', '2026-11-01'),
    });
    fc.assert(
      fc.property(given, ({ zone, near, offset, minutes, shifts: some, holiday }) => {
        const from = Date.parse(`${near}T00:00:00Z`) + offset * MINUTE_MS;
        const shifts = some.toSorted((a, b) => a.from - b.from);
        const hours = { shifts, zone, holidays: [holiday] };
        const fast = workingClock(hours).add(from, minutes);
        fc.pre(fast !== undefined && fast < from + 14 * 86_400_000);
        expect(new Date(fast!).toISOString()).toBe(
          new Date(slowly(shifts, zone, [holiday], from, minutes)).toISOString(),
        );
        // The other way round, begun before and not over yet.
        const passed = workedSince(hours, from - 86_400_000, fast! + 86_400_000);
        expect(passed(fast!) - passed(from)).toBe(minutes * MINUTE_MS);
      }),
      { numRuns: runs(60) },
    );
  });
});
