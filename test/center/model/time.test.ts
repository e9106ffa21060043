import fc from 'fast-check';
import { expect, test } from 'vitest';
import { timestamp } from '../../../src/center/model/time.ts';

test('a time is written in UTC, to the second', () => {
  expect(timestamp(Date.UTC(2026, 0, 2, 3, 4, 5, 999))).toBe('2026-01-02T03:04:05');
  expect(timestamp(0)).toBe('1970-01-01T00:00:00');
});

test('a time of a four-digit year is the beginning of its ISO form', () => {
  fc.assert(
    fc.property(fc.integer({ min: Date.UTC(100, 0), max: Date.UTC(9999, 11, 31) }), at => {
      expect(timestamp(at)).toBe(new Date(at).toISOString().slice(0, 19));
    }),
    { seed: 7 },
  );
});
