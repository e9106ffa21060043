import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { age, durationText, nextAge, nextSpan, stamp, timeUntil } from '../../src/text/relative-time.ts';
import { runs } from '../harness/full.ts';

const NOW = Date.UTC(2025, 10, 20, 12, 0, 0);
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

describe('ahead', () => {
  it.each([
    [-HOUR, 'now'],
    [2 * MINUTE, '2m'],
    [DAY - 1, '23h'],
    [DAY, '1d'],
    [2 * DAY - 1, '1d'],
    [2 * DAY, '2d'],
    [60 * DAY, '8w'],
  ])('says of %i ms to come %s', (inMs, expected) => {
    expect(timeUntil(NOW + inMs, NOW)).toBe(expected);
  });
});

describe('age', () => {
  it.each([
    [-5 * DAY, 'now'],
    [0, 'now'],
    [MINUTE - 1, 'now'],
    [2 * MINUTE, '2m'],
    [HOUR - 1, '59m'],
    [HOUR, '1h'],
    [DAY - 1, '23h'],
    [DAY, 'yst'],
    [2 * DAY, '2d'],
    [14 * DAY - 1, '13d'],
    [14 * DAY, '2w'],
    [60 * DAY, '8w'],
    [61 * DAY, '2mo'],
    [365 * DAY, '11mo'],
    [366 * DAY, '1y'],
    [800 * DAY, '2y'],
    [400_000 * DAY, '999y'],
    [Number.NaN, '?'],
  ])('says of %i ms ago %s', (agoMs, expected) => {
    expect(age(NOW - agoMs, NOW)).toBe(expected);
  });

  it('takes at most 4 columns and is never negative', () => {
    fc.assert(
      fc.property(fc.double(), fc.double(), (at, now) => {
        expect(age(at, now)).toMatch(/^(?:now|yst|\?|\d{1,2}[mhdw]|\d{1,2}mo|\d{1,3}y)$/);
      }),
      { seed: 1, numRuns: runs(1_000) },
    );
  });
});

describe('span', () => {
  it.each([
    [0, '1 m'],
    [2 * MINUTE, '2 m'],
    [5 * HOUR, '5 h'],
    [DAY, '1 day'],
    [13 * DAY, '13 days'],
    [21 * DAY, '3 weeks'],
  ])('%i ms is %s', (ms, shown) => {
    expect(durationText(ms)).toBe(shown);
  });
});

/** A stamp on a machine in this zone. */
function stampIn(zone: string, at: number): string {
  const { TZ } = process.env;
  process.env.TZ = zone;
  try {
    return stamp(at, NOW);
  } finally {
    if (TZ === undefined) delete process.env.TZ;
    else process.env.TZ = TZ;
  }
}

/** The same as `Intl` tells it, in the zone of this machine. */
function stampByIntl(at: number): string {
  const parts = new Intl.DateTimeFormat('en-US', {
    hourCycle: 'h23',
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
  }).formatToParts(at);
  const { weekday, day, month, year, hour, minute } = Object.fromEntries(parts.map(({ type, value }) => [type, value]));
  return `${weekday} ${day} ${month}${year === '2025' ? '' : ` ${year}`} ${hour}:${minute}`;
}

describe('stamp', () => {
  it('shows the day and the time, and the year if it is another one', () => {
    expect(stampIn('UTC', Date.UTC(2025, 10, 20, 9, 12))).toBe('Thu 20 Nov 09:12');
    expect(stampIn('UTC', Date.UTC(2024, 1, 29, 0, 5))).toBe('Thu 29 Feb 2024 00:05');
    expect(stamp(Number.NaN, NOW)).toBe('unknown time');
  });

  it('follows the time zone, also across the turn of a year', () => {
    const at = Date.UTC(2024, 11, 31, 23, 30);
    expect(stampIn('UTC', at)).toBe('Tue 31 Dec 2024 23:30');
    expect(stampIn('Europe/Berlin', at)).toBe('Wed 1 Jan 00:30');
    expect(stampIn('America/New_York', at)).toBe('Tue 31 Dec 2024 18:30');
  });

  it('is in the zone of the machine', () => {
    for (let month = 0; month < 24; month += 1) {
      const at = Date.UTC(2024, month, 15, 3 * (month % 8), 7);
      expect(stamp(at, NOW)).toBe(stampByIntl(at));
    }
  });
});

describe('the next moment at which a time reads differently', () => {
  const moments = fc.oneof(
    fc.integer({ min: -3 * HOUR, max: 3 * HOUR }),
    fc.integer({ min: -20 * DAY, max: 20 * DAY }),
    fc.integer({ min: -800 * DAY, max: 800 * DAY }),
  );

  it.each([
    ['age', (agoMs: number) => age(NOW - agoMs, NOW), (agoMs: number) => agoMs >= 0],
    ['time ahead', (agoMs: number) => timeUntil(NOW - agoMs, NOW), (agoMs: number) => agoMs < -MINUTE],
  ])('is, for an %s, the first one with another text', (_name, read, isMeant) => {
    fc.assert(
      fc.property(moments.filter(isMeant), fc.double({ min: 0, max: 1, noNaN: true }), (agoMs, share) => {
        const inMs = nextAge(NOW - agoMs, NOW) - NOW;
        expect(inMs).toBeGreaterThan(0);
        expect(read(agoMs + inMs)).not.toBe(read(agoMs));
        expect(read(agoMs + Math.floor(share * (inMs - 1)))).toBe(read(agoMs));
      }),
      { seed: 1, numRuns: 2_000 },
    );
  });

  it('is, for a span before or after a moment, the first one with another text, or the moment itself', () => {
    const read = (agoMs: number): string => `${agoMs < 0 ? 'in' : 'for'} ${durationText(Math.abs(agoMs))}`;
    fc.assert(
      fc.property(moments, fc.double({ min: 0, max: 1, noNaN: true }), (agoMs, share) => {
        const inMs = nextSpan(NOW - agoMs, NOW) - NOW;
        expect(inMs).toBeGreaterThan(0);
        expect(read(agoMs + inMs)).not.toBe(read(agoMs));
        expect(read(agoMs + Math.floor(share * (inMs - 1)))).toBe(read(agoMs));
      }),
      { seed: 1, numRuns: 2_000 },
    );
  });
});
