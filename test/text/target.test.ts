import { describe, expect, test } from 'vitest';
import { dueBy, targetExample, targetFaults } from '../../src/text/target.ts';

const now = Date.parse('2026-11-24T10:00:00Z');
const office = { answer_within: 120, hours: 'Mon-Fri 09:00-17:30', zone: 'Europe/Berlin' };

describe('a target', () => {
  test.each([
    [office, 'A mail of Fri 17:00 is due Mon 10:30'],
    [{ ...office, holidays: ['2026-11-30'] }, 'A mail of Fri 17:00 is due Tue 10:30'],
    [{ ...office, answer_within: 3_000 }, 'A mail of Fri 17:00 is due Mon 07 Dec 16:00'],
    [{ answer_within: 120 }, 'A mail of Fri 17:00 is due Fri 19:00'],
    [{ ...office, answer_within: 0 }, 'Without a number of minutes nothing is due'],
    [{ ...office, hours: 'always' }, 'hours must be hours such as Mon-Fri 09:00-17:30, not “always”'],
    [{ ...office, zone: 'Berlin' }, 'zone must be a time zone such as Europe/Berlin'],
    [
      { ...office, hours: 'Mon 09:00-09:10', answer_within: 600 },
      'answer_within is more than a year of these hours has',
    ],
  ])('%j says its arithmetic by an example', (target, words) => {
    expect(targetExample(target, now)).toBe(words);
  });

  test('is due after its working minutes, and never if it is none or wrong', () => {
    const since = Date.parse('2026-11-27T16:00:00Z');
    expect(new Date(dueBy(office)(since)!).toISOString()).toBe('2026-11-30T09:30:00.000Z');
    expect([{}, { answer_within: 0 }, { ...office, zone: 'Berlin' }].map(one => dueBy(one)(since))).toEqual(
      Array(3).fill(null),
    );
  });

  test('is right, or has one fault', () => {
    expect(targetFaults(office)).toEqual([]);
    expect(targetFaults({})).toEqual([]);
    expect(targetFaults({ hours: '25:00', zone: 'Nowhere' })).toHaveLength(1);
  });
});
