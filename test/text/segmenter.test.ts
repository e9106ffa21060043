import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { clusterStarts, segmenter } from '../../src/text/segmenter.ts';
import { plainColumns } from '../../src/text/unicode.ts';
import { BREAK_SAMPLES } from '../harness/break-samples.ts';
import { codePoint } from '../harness/code-point.ts';
import { runs, sampled } from '../harness/full.ts';
import { SCRIPTS } from './scripts.ts';

const theirs = new Intl.Segmenter();

function isPlain(unit: number): boolean {
  return plainColumns(unit) > 0;
}

function described(text: string, by: typeof segmenter) {
  const clusters = by.segment(text);
  return { all: [...clusters], at: Array.from(text, (_, index) => clusters.containing(index)) };
}

describe('the clusters of a text are those of Intl.Segmenter', () => {
  test.each([
    ['nothing', ''],
    ['plain text', 'Zoë Quinn: 配送先'],
    ['escape sequences', '\x1b[1mbold\x1b[22m\x1b]0;x\x07'],
    ['the end of a line', 'a\r\nb\n\rc'],
    ['a mark after a control', '\n\u0301e\u0301'],
    ['emoji', 'a👩🏽‍💻b🇩🇪'],
    ['Devanagari between escape sequences', '\x1b[1mविक्रम शर्मा:\x1b[22m का रिफ़ंड'],
    ['Hebrew, Arabic and Thai', 'שָׁלוֹם مُحَمَّد ก็น้ำ'],
  ])('in %s', (_name, text) => {
    expect(described(text, segmenter)).toEqual(described(text, theirs));
  });

  test.each(['a', '配', '\x1b', '\n'])('between %j and every unit that is a cluster of its own', other => {
    const units = Array.from({ length: 0x10000 }, (_, unit) => unit).filter(unit => plainColumns(unit) > 0);
    const text = units.map(unit => other + String.fromCharCode(unit)).join('');
    expect(units.length).toBeGreaterThan(20_000);
    expect([...theirs.segment(text)].length).toBe(text.length);
    expect([...segmenter.segment(text)].length).toBe(text.length);
  });

  test.each(['विक्रम शर्मा', 'נועה לוי', 'محمد', 'ขอบคุณ', '\x1b[1mका\x1b[22m'])('without ICU in %j', text => {
    expect(clusterStarts(text, isPlain)).toEqual(Array.from(theirs.segment(text), ({ index }) => index));
  });

  const own = Array.from({ length: 0x10000 }, (_, unit) => unit).filter(
    unit => !isPlain(unit) && clusterStarts(String.fromCharCode(unit), isPlain),
  );

  test('between any two letters that it divides by its own rules', () => {
    expect(own.length).toBeGreaterThan(400);
    const others = own.map(unit => String.fromCharCode(unit));
    for (const first of sampled(['a', '配', ...others])) {
      const text = ['a', '配', ...others].map(second => first + second).join('a');
      expect(clusterStarts(text, isPlain)).toEqual(Array.from(theirs.segment(text), ({ index }) => index));
    }
  });

  test('in any word of such letters', () => {
    const devanagari = fc.constantFrom('क', '्', '़', 'ा', 'ु', 'ं', 'अ', 'a', '\u0301', '\n', '\x1b');
    const letter = fc.oneof(
      fc.constantFrom(...own).map(unit => String.fromCharCode(unit)),
      devanagari,
    );
    fc.assert(
      fc.property(fc.array(letter, { maxLength: 8 }), letters => {
        const text = letters.join('');
        expect(described(text, segmenter)).toEqual(described(text, theirs));
      }),
      { numRuns: runs(300) },
    );
  });

  test('in any text', () => {
    const piece = fc.oneof(fc.constantFrom(...BREAK_SAMPLES, ...SCRIPTS), fc.string({ unit: codePoint }), fc.string());
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 4 }), pieces => {
        const text = pieces.join('');
        expect(described(text, segmenter)).toEqual(described(text, theirs));
      }),
      { numRuns: runs(100) },
    );
  });
});

test('beyond the text there is no cluster', () => {
  expect(segmenter.segment('ab').containing(2)).toBeUndefined();
  expect(segmenter.segment('ab').containing(-1)).toBeUndefined();
});
