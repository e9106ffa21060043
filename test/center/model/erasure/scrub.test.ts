import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createScrub, ERASED } from '../../../../src/center/model/erasure/scrub.ts';
import { codePoint } from '../../../harness/code-point.ts';

test.each([
  ['jo@my-shop.example', 'Anne-Marie O’Neil'],
  ['jo@xn--mnchen-3ya.example', 'Jo (home) [x]'],
  ['a+b$c^d|e/f*g?h{i}@there.example', 'Jo \\d+ ^$'],
])('the address %s and the name %s are removed, with any signs in them', (email, name) => {
  expect(createScrub({ email, name }).text(`From ${name}, by ${email}: hello`)).toBe(
    `From ${ERASED}, by ${ERASED}: hello`,
  );
});

test('an address beyond ASCII is removed in both of its forms', () => {
  const { text } = createScrub({ email: 'jo@xn--mnchen-3ya.example', name: '' });
  expect(text('jo@münchen.example, JO+x@xn--mnchen-3ya.example, ajo@münchen.example')).toBe(
    `${ERASED}, ${ERASED}, ajo@münchen.example`,
  );
});

test('no name or address makes it fail', () => {
  fc.assert(
    fc.property(fc.string({ unit: codePoint }), fc.string({ unit: codePoint }), (name, local) => {
      expect(() => createScrub({ email: `${local}@there.example`, name }).text('Hello')).not.toThrow();
    }),
  );
});
