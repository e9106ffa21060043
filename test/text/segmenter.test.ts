import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { segmenter } from '../../src/text/segmenter.ts';
import { plainColumns } from '../../src/text/unicode.ts';
import { BREAK_SAMPLES } from '../harness/break-samples.ts';
import { SCRIPTS } from './scripts.ts';

const theirs = new Intl.Segmenter();

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

  test('in any text', () => {
    const piece = fc.oneof(fc.constantFrom(...BREAK_SAMPLES, ...SCRIPTS), fc.string({ unit: 'binary' }), fc.string());
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 4 }), pieces => {
        const text = pieces.join('');
        expect(described(text, segmenter)).toEqual(described(text, theirs));
      }),
    );
  });
});

test('beyond the text there is no cluster', () => {
  expect(segmenter.segment('ab').containing(2)).toBeUndefined();
  expect(segmenter.segment('ab').containing(-1)).toBeUndefined();
});
