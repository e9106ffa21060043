import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ratingIn } from '../../../../src/center/mail/automatic/rating-answer.ts';

const QUOTE = 'On Sun, 1 Mar 2026 at 12:00, Support <help@shop.example> wrote:\n> How did we do?\n> 5 is best';

test.for([
  ['4', { rating: 4, saysMore: false }],
  ['\n\n  4\u00a0\n', { rating: 4, saysMore: false }],
  [`4\n\n${QUOTE}`, { rating: 4, saysMore: false }],
  [`${QUOTE}\n\n4`, { rating: 4, saysMore: false }],
  ['4\n-- \nKim Quinn\nOslo', { rating: 4, saysMore: false }],
  ['4\n\nSent from my iPhone', { rating: 4, saysMore: false }],
  ['4\n\nThanks!', { rating: 4, saysMore: true }],
  [`4\n${'\n'.repeat(70_000)}`, { rating: 4, saysMore: true }],
  ['44', undefined],
  ['4.', undefined],
  ['0', undefined],
  ['Thanks!\n4', undefined],
  [QUOTE, undefined],
  ['', undefined],
] as const)('the rating in %j is found (%#)', ([text, wanted]) => {
  expect(ratingIn(text)).toEqual(wanted);
});

test('a rating is always a digit that stands alone on a line of the text', () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom(...'15690>-: a\n\n'), maxLength: 30 }), text => {
      const found = ratingIn(text);
      return found === undefined || text.split('\n').some(line => line.trim() === `${found.rating}`);
    }),
    { numRuns: 2_000 },
  );
});
