import fc from 'fast-check';
import { expect, test } from 'vitest';
import sanitizeAnsi from '../../../node_modules/ink/build/sanitize-ansi.js';
import { hasOwnCodesOnly } from '../../../src/terminal/output/own-codes.ts';
import { isFull, runs } from '../../harness/full.ts';
import { hostileText } from '../../text/hostile.ts';

const piece = fc.oneof(
  fc.constantFrom('a', ' ', '\n', '\t', 'é', 'ह', '\u0301', '\u0903', '\x1b', '[', 'm', ';', ':', '4', '38', '\r'),
  fc.constantFrom(
    '\x1b[m',
    '\x1b[1m',
    '\x1b[38;5;9m',
    '\x1b[4:3m',
    '\x1b[2J',
    '\x1b[?25l',
    '\x1b[1 m',
    '\x1b]8;;x\x07',
  ),
  fc.constantFrom('\x07', '\x7f', '\x85', '\x9b', '\x9b1m', '\x1b7', '\x1bP', '\x1b\\'),
  hostileText,
);

test('Ink leaves a text as it is that has own codes only', () => {
  let own = 0;
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 8 }), pieces => {
      const text = pieces.join('');
      if (!hasOwnCodesOnly(text)) return;
      own += 1;
      expect(sanitizeAnsi(text)).toBe(text);
    }),
    { seed: 1, numRuns: isFull ? 200_000 : runs(5_000) },
  );
  expect(own).toBeGreaterThan(isFull ? 8_000 : runs(200));
});

test.each([
  ['plain text', 'Order 8944'],
  ['lines and tabs', 'one\n\ttwo'],
  ['styles of the desk', '\x1b[2m│\x1b[22m \x1b[1mAna\x1b[22m \x1b[38;5;9m●\x1b[39m'],
  ['letters of any script', 'ऑर्डर शמ 注文 👍🏽'],
])('Ink takes no text apart of %s', (_, text) => {
  expect(hasOwnCodesOnly(text)).toBe(true);
});

test.each([
  ['moves the cursor', '\x1b[2J'],
  ['is cut off', 'a\x1b['],
  ['has a style before a mark', '\x1b[1m\u0301e'],
  ['has a control character', 'a\x07b'],
  ['has a C1 control', 'a\x9b1mb'],
  ['has a style that Ink writes in another way', '\x1b[4:3mx'],
])('Ink still cleans a text that %s', (_, text) => {
  expect(hasOwnCodesOnly(text)).toBe(false);
});

test('no unit is a mark that may follow a style', () => {
  const marks = Array.from({ length: 0x10000 }, (_, unit) => String.fromCharCode(unit)).filter(one =>
    /\p{M}/u.test(one),
  );
  expect(marks.filter(mark => hasOwnCodesOnly(`\x1b[1m${mark}`))).toEqual([]);
});
