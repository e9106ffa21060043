import { expect, test } from 'vitest';
import { safeLine } from '../../src/text/safe.ts';
import { datesInWords, spansInWords } from '../../src/text/time-words.ts';

test.for([
  ['waits 2 h', 'waits 2 hours'],
  ['due 1 m', 'due 1 minute'],
  ['42m, 4h, 2d, 8w, 11mo, 2y', '42 minutes, 4 hours, 2 days, 8 weeks, 11 months, 2 years'],
  ['held, goes out in 10 s', 'held, goes out in 10 seconds'],
  ['<1m', 'less than 1 minute'],
  ['closed yst', 'closed yesterday'],
  ['back Fri 27 Nov 09:00 or on an answer', 'back Friday 27 November 09:00 or on an answer'],
  ['1042 m-dash, 3-d, a2m, 1.2 m, 2mail', '1042 m-dash, 3-d, a2m, 1.2 m, 2mail'],
] as const)('%s is said as %s', ([text, words]) => {
  expect(spansInWords(safeLine(text))).toBe(words);
});

test('a date alone is put into words where units may be a customer’s', () => {
  expect(datesInWords(safeLine('Thu 1 Jan 2026 10:00, 2 h, Sunny 3 Mars'))).toBe(
    'Thursday 1 January 2026 10:00, 2 h, Sunny 3 Mars',
  );
});
