import fc from 'fast-check';
import { afterEach, describe, expect, test } from 'vitest';
import { stamp } from '../../src/text/relative-time.ts';
import { presetsAt, readDay, readWhen, whenExamples, whenWords } from '../../src/text/when.ts';

const { TZ } = process.env;
afterEach(() => {
  if (TZ === undefined) delete process.env.TZ;
  else process.env.TZ = TZ;
});

/** The local time at which words are read in a zone, and what they mean there. */
function said(words: string, zone: string, local: string): string {
  process.env.TZ = zone;
  const now = new Date(local).getTime();
  const read = readWhen(words, now);
  if ('problem' in read) return read.problem;
  return read.until === null ? 'an answer' : stamp(read.until, now);
}

/** A Thursday. */
const THURSDAY = '2026-11-26T15:20:30';

describe('the words of a time', () => {
  test.each([
    ['2h', 'Thu 26 Nov 17:20'],
    ['45 min', 'Thu 26 Nov 16:05'],
    ['tomorrow', 'Fri 27 Nov 09:00'],
    ['t', 'Fri 27 Nov 09:00'],
    ['t 14', 'Fri 27 Nov 14:00'],
    ['w', 'Mon 30 Nov 09:00'],
    ['r', 'an answer'],
    ['Tomorrow  9', 'Fri 27 Nov 09:00'],
    ['tom 14:30', 'Fri 27 Nov 14:30'],
    ['tomorrow at 8pm', 'Fri 27 Nov 20:00'],
    ['today 18', 'Thu 26 Nov 18:00'],
    ['fri', 'Fri 27 Nov 09:00'],
    ['thursday', 'Thu 3 Dec 09:00'],
    ['mon 14', 'Mon 30 Nov 14:00'],
    ['next week', 'Mon 30 Nov 09:00'],
    ['3d', 'Sun 29 Nov 09:00'],
    ['3 days 12:00', 'Sun 29 Nov 12:00'],
    ['2w', 'Thu 10 Dec 09:00'],
    ['3 workdays', 'Tue 1 Dec 09:00'],
    ['1wd', 'Fri 27 Nov 09:00'],
    ['27.11 14:00', 'Fri 27 Nov 14:00'],
    ['27.11.', 'Fri 27 Nov 09:00'],
    ['1.3.2027', 'Mon 1 Mar 2027 09:00'],
    ['2026-12-24 16:00', 'Thu 24 Dec 16:00'],
    ['24 dec 16', 'Thu 24 Dec 16:00'],
    ['1 january', 'Fri 1 Jan 2027 09:00'],
    ['Fri 27 Nov 2026 09:30', 'Fri 27 Nov 09:30'],
    ['29.2.2028', 'Tue 29 Feb 2028 09:00'],
    ['16:00', 'Thu 26 Nov 16:00'],
    ['9:30', 'Fri 27 Nov 09:30'],
    ['9am', 'Fri 27 Nov 09:00'],
    ['12am', 'Fri 27 Nov 00:00'],
    ['reply', 'an answer'],
    ['today 8', 'Thu 26 Nov 08:00 has passed.'],
    ['26.11.2025', 'Wed 26 Nov 2025 09:00 has passed.'],
    ['0d', 'Thu 26 Nov 09:00 has passed.'],
    ['9999d', 'Sun 12 Apr 2054 09:00 is too far away.'],
  ])('%s is %s', (words, meant) => {
    expect(said(words, 'Europe/Berlin', THURSDAY)).toBe(meant);
  });

  test.each(['soon', '', '9', '25:00', 'fri 24', '30.2', '31.4.2027', '13pm', '1 foo', '3', 'x'.repeat(5_000)])(
    '%s is not a time, and the refusal gives examples',
    words => {
      expect(said(words, 'Europe/Berlin', THURSDAY)).toMatch(
        /: write a time such as 2h, tomorrow 9, fri, 3d or reply\.$/,
      );
    },
  );

  test.each([
    ['a day on which clocks are put forward', 'Europe/Berlin', '2026-03-28T12:00', 'tomorrow 9', 'Sun 29 Mar 09:00'],
    ['an hour that this day has not', 'Europe/Berlin', '2026-03-28T12:00', 'tomorrow 2:30', 'Sun 29 Mar 03:30'],
    ['a day on which clocks are put back', 'America/New_York', '2026-10-31T12:00', 'tomorrow 9', 'Sun 1 Nov 09:00'],
    ['hours over that night, which has one more', 'America/New_York', '2026-10-31T23:00', '4h', 'Sun 1 Nov 02:00'],
    ['days over that night', 'Australia/Lord_Howe', '2026-10-02T10:00', '3d 10:00', 'Mon 5 Oct 10:00'],
    [
      'an hour there that is half missing',
      'Australia/Lord_Howe',
      '2026-10-03T10:00',
      'tomorrow 2:15',
      'Sun 4 Oct 02:45',
    ],
  ])('may name %s', (_, zone, now, words, meant) => {
    expect(said(words, zone, now)).toBe(meant);
  });

  test('an hour that comes twice is the first', () => {
    process.env.TZ = 'Europe/Berlin';
    const now = new Date('2026-10-24T12:00').getTime();
    const read = readWhen('tomorrow 2:30', now);
    expect('until' in read && new Date(read.until!).toISOString()).toBe('2026-10-25T00:30:00.000Z');
  });

  test('of a moment to come are read as that moment', () => {
    const moments = fc.date({ min: new Date('2026-11-27'), max: new Date('2035-01-01'), noInvalidDate: true });
    const now = Date.UTC(2026, 10, 26);
    fc.assert(
      fc.property(moments, at => {
        const until = new Date(at).setUTCSeconds(0, 0);
        process.env.TZ = 'UTC';
        for (const from of [0, now]) expect(readWhen(whenWords(until, from), now)).toEqual({ until });
      }),
    );
  });

  test('name a time to come, whenever they are read, or say why not', () => {
    const zones = fc.constantFrom('UTC', 'Europe/Berlin', 'America/New_York', 'Australia/Lord_Howe');
    const words = fc.oneof(fc.constantFrom(...whenExamples), fc.string());
    const moments = fc.date({ min: new Date('2020-01-01'), max: new Date('2040-01-01'), noInvalidDate: true });
    fc.assert(
      fc.property(zones, words, moments, (zone, given, at) => {
        process.env.TZ = zone;
        const read = readWhen(given, at.getTime());
        if ('problem' in read) expect(read.problem).not.toBe('');
        else expect(read.until === null || read.until > at.getTime()).toBe(true);
      }),
    );
  });
});

/** The presets as their digits show them, each with its moment. */
function presets(zone: string, local: string): string[] {
  process.env.TZ = zone;
  const now = new Date(local).getTime();
  return presetsAt(now).map(({ label, until }) => (until ? `${label}: ${stamp(until, now)}` : label));
}

describe('a time that a digit alone names', () => {
  test('has its hour or its day, up to in a week; the last one waits for a reply', () => {
    expect(presets('UTC', THURSDAY)).toEqual([
      '18:00: Thu 26 Nov 18:00',
      'Fri: Fri 27 Nov 09:00',
      'Mon: Mon 30 Nov 09:00',
      'Thu 3 Dec: Thu 3 Dec 09:00',
      'reply',
    ]);
  });

  test.each(['2026-11-26T17:00:00', '2026-11-26T23:59:59'])('is none for later today in the evening: %s', local => {
    expect(presetsAt(new Date(local).getTime())[0]).toEqual({ label: '–', until: undefined });
  });

  // The clocks of these zones change in the night before the second day.
  test.each([
    ['Europe/Berlin', '2026-10-24T10:00:00', 'Sun: Sun 25 Oct 09:00'],
    ['America/New_York', '2026-03-07T10:00:00', 'Sun: Sun 8 Mar 09:00'],
    ['Australia/Lord_Howe', '2026-04-04T10:00:00', 'Sun: Sun 5 Apr 09:00'],
  ])('is the same hour after a night in which the clock changes: %s', (zone, local, expected) => {
    expect(presets(zone, local)[1]).toBe(expected);
  });
});

test.each([
  ['fri', '2026-11-27'],
  ['Friday', '2026-11-27'],
  ['tomorrow', '2026-11-27'],
  ['next week', '2026-11-30'],
  ['3d', '2026-11-29'],
  ['24 dec', '2026-12-24'],
  ['2026-12-04', '2026-12-04'],
  ['today', undefined],
  ['26.11.2025', undefined],
  ['fri 14:00', undefined],
  ['2h', undefined],
])('%s names the day %s', (words, day) => {
  for (const zone of ['Pacific/Auckland', 'UTC', 'America/New_York']) {
    process.env.TZ = zone;
    expect(readDay(words, new Date(THURSDAY).getTime())).toBe(day);
  }
});
