import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ratingIn } from '../../../../src/center/mail/automatic/rating-answer.ts';
import { runs } from '../../../harness/full.ts';

const QUOTE = 'On Sun, 1 Mar 2026 at 12:00, Support <help@shop.example> wrote:\n> How did we do?\n> 5 is best';

test.for([
  ['4', 4, ''],
  ['\n\n  4\u00a0\n', 4, ''],
  [`4\n\n${QUOTE}`, 4, ''],
  [`${QUOTE}\n\n4`, 4, ''],
  ['4\n-- \nKim Quinn\nOslo', 4, ''],
  ['4\n\nSent from my iPhone', 4, ''],
  ['4\n\nThanks!', 4, 'Thanks!'],
  ['4.', 4, ''],
  ['5/5', 5, ''],
  ['5 / 5 :-)', 5, ''],
  ['5 great, thank you!', 5, 'great, thank you!'],
  ['2, still broken\n\nIt took too long.', 2, 'still broken\nIt took too long.'],
  ['1 – nobody helped', 1, 'nobody helped'],
  ['3)', 3, ''],
  [`1 ${'x'.repeat(20_000)}`, 1, 'x'.repeat(10_000)],
] as const)('the rating and the comment in %j are found (%#)', ([text, rating, comment]) => {
  expect(ratingIn(text)).toEqual({ rating, comment });
});

test.for([
  '44',
  '4.5',
  '4,5',
  '5/10',
  '5/50',
  '3-4 days',
  '5th',
  '5x',
  '2:30 pm',
  '0',
  '6',
  'Thanks!\n4',
  'No 5',
  QUOTE,
  '',
])('no rating is in %j', text => {
  expect(ratingIn(text)).toBeUndefined();
});

test('a rating is always a digit that stands alone at the beginning of a line of the text', () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom(...'15690>-: a\n\n'), maxLength: 30 }), text => {
      const found = ratingIn(text);
      return found === undefined || text.split('\n').some(line => new RegExp(`^\\s*${found.rating}(?!\\w)`).test(line));
    }),
    { numRuns: runs(2_000) },
  );
});
