import fc from 'fast-check';
import { expect, test } from 'vitest';
import { LateExpression } from '../../bin/build/late-expression.ts';

/** An expression, and one that stands for it. */
function pair(pattern: string, flags: string): { readonly own: RegExp; readonly late: RegExp } {
  return { own: new RegExp(pattern, flags), late: new LateExpression(pattern, flags) as unknown as RegExp };
}

/** What a program may ask an expression, and what it leaves behind. */
function answers(expression: RegExp, text: string): unknown {
  const isGlobal = expression.flags.includes('g');
  return [
    [expression.test(text), expression.exec(text), expression.lastIndex],
    [text.match(expression), text.search(expression), text.split(expression), text.split(expression, 2)],
    [text.replace(expression, '<$1>'), text.replace(expression, part => part.toUpperCase())],
    isGlobal ? [text.replaceAll(expression, '-'), [...text.matchAll(expression)]] : [],
    new RegExp(expression, 'y').flags,
  ];
}

const text = fc.string({ unit: fc.constantFrom('a', 'b', 'é', '\u0301', ' ', '1', 'ש') });

test.for(['u', 'gu', 'iu', 'y'])('a late expression answers as the one that it stands for: flags %s', flags => {
  fc.assert(
    fc.property(text, given => {
      const { own, late } = pair(flags === 'y' ? '(a|1)' : '(\\p{L}|1)\\p{M}?', flags);
      expect(answers(late, given)).toEqual(answers(own, given));
    }),
    { seed: 1 },
  );
});

test('it can be read anew from any place', () => {
  const { own, late } = pair('a', 'g');
  for (const one of [own, late]) one.lastIndex = 2;
  expect([late.exec('aba')?.index, late.lastIndex]).toEqual([own.exec('aba')?.index, own.lastIndex]);
});
