import fc from 'fast-check';
import { expect, test } from 'vitest';
import { trimEnd } from '../../src/text/trim-end.ts';

test.each([
  ['', ''],
  ['\n\n', ''],
  ['a', 'a'],
  ['a\n\nb\n', 'a\n\nb'],
  ['\na \n', '\na '],
])('of %j only the line ends at its end are removed', (text, trimmed) => {
  expect(trimEnd(text, '\n')).toBe(trimmed);
});

test('it removes what the regular expression would remove', () => {
  const text = fc.string({ unit: fc.constantFrom('a', 'b', ' ', '.', ')', '’') });
  const property = fc.property(text, given => {
    expect(trimEnd(given, ' .)’')).toBe(given.replace(/[ .)’]+$/, ''));
  });
  fc.assert(property);
});
