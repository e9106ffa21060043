import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { searchWords, wantedWords } from '../../../../src/center/model/search/words.ts';
import { codePoint } from '../../../harness/code-point.ts';
import { runs } from '../../../harness/full.ts';

describe('the words of a text', () => {
  it.each([
    ['Hello, WORLD! it’s order #7741', ['hello', 'world', 'it', 's', 'order', '7741']],
    ['zoe.quinn@customer.example', ['zoe', 'quinn', 'customer', 'example']],
    ['Ünïcödé Straße ＦＵＬＬ', ['unicode', 'strasse', 'full']],
    ['住所を', ['住所', '所を', 'を']],
    ['カード', ['カー', 'ード', 'ド']],
    ['がか', ['がか', 'か']],
    ['한국', ['한국', '국']],
    ['東京2020', ['2020', '東京', '京']],
    ['हिन्दी', ['हिनदी']],
    ['🎉 ?! --', []],
  ])('%s', (text, words) => {
    expect(searchWords(text)).toEqual(words);
  });

  it('are cut after 64 characters', () => {
    expect(searchWords('x'.repeat(1_000))).toEqual(['x'.repeat(64)]);
  });

  it('contain no blank, quote or ASCII sign, for any text', () => {
    fc.assert(
      fc.property(fc.string({ unit: codePoint }), text => {
        for (const word of searchWords(text)) expect(word).not.toMatch(/[\s"'\u0000-/:-@[-`{-\u007f]/u);
      }),
      { seed: 5 },
    );
  });

  it('begin with the wanted word for every word-wise prefix of the text', () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom('Grüße', 'order', '7741', '配送先', 'É', 'sie'), { minLength: 1 }),
        fc.nat(30),
        (parts, end) => {
          const text = parts.join(' ');
          const words = searchWords(text);
          for (const wanted of wantedWords(text.slice(0, end)))
            expect(words.some(word => word.startsWith(wanted))).toBe(true);
        },
      ),
      { seed: 5 },
    );
  });

  it('are the same however long the text is', () => {
    const word = fc.constantFrom('order', '7741', '配送先', 'x'.repeat(100), 'É', ', ', ' ', '한국');
    fc.assert(
      fc.property(fc.array(word, { minLength: 1, maxLength: 20 }), parts => {
        const text = `${parts.join('')} `;
        const times = Math.ceil(50_000 / text.length);
        const many = searchWords(text.repeat(times));
        const once = searchWords(text);
        expect(many).toEqual(Array.from({ length: times }, () => once).flat());
      }),
      { seed: 5, numRuns: runs(30) },
    );
  });

  it('are searched once, and not if another word says more', () => {
    expect(wantedWords('par parcel PARCEL box')).toEqual(['box', 'parcel']);
    expect(wantedWords('所')).toEqual(['所']);
  });
});
