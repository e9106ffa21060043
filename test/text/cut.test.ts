import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cut, pad } from '../../src/text/cut.ts';
import { safeLine, t } from '../../src/text/safe.ts';
import { graphemes, width } from '../../src/text/width.ts';
import { runs } from '../harness/full.ts';
import { hostileText, seeded } from './hostile.ts';

describe('cut', () => {
  it.each([
    ['Invoice', 7, 'Invoice'],
    ['Invoice', 6, 'Invoi…'],
    ['Invoice', 1, '…'],
    ['Invoice', 0, ''],
    ['Invoice', -3, ''],
    ['配送先を変更', 12, '配送先を変更'],
    ['配送先を変更', 11, '配送先を変…'],
    ['配送先を変更', 10, '配送先を…'],
    ['a👩🏽‍💻b', 3, 'a…'],
    ['ab👩🏽‍💻', 4, 'ab👩🏽‍💻'],
    ['e\u0301e\u0301e\u0301', 2, 'e\u0301…'],
  ])('cuts %j to %i columns as %j', (text, columns, expected) => {
    expect(cut(safeLine(text), columns)).toBe(expected);
  });

  it('is never wider, keeps whole characters, and stays safe', () => {
    fc.assert(
      fc.property(hostileText, fc.nat(30), (raw, columns) => {
        const text = safeLine(raw);
        const short = cut(text, columns);
        expect(width(short)).toBeLessThanOrEqual(columns);
        expect(safeLine(short)).toBe(short);
        if (short !== text && columns > 0) {
          const kept = graphemes(short.slice(0, -1)).map(cluster => cluster.text);
          expect(
            graphemes(text)
              .slice(0, kept.length)
              .map(cluster => cluster.text),
          ).toEqual(kept);
        }
      }),
      seeded,
    );
  });

  it('cuts a text of narrow characters as it cuts any other', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom('a', ' ', 'é', 'я', '│', '…', '·', '–'), maxLength: 30 }),
        fc.integer({ min: 1, max: 30 }),
        (text, columns) => {
          // A wide character behind it takes the other way.
          const whole = safeLine(`${text}日`);
          const narrow = safeLine(`${text}zz`);
          expect(cut(narrow, columns)).toBe(
            text.length + 2 <= columns ? narrow : cut(whole, columns).replace('日', 'zz'),
          );
        },
      ),
      seeded,
    );
  });

  it('reads no more of a long text than it shows', () => {
    const text = safeLine('配é'.repeat(2_000_000));
    for (let times = 0; times < runs(10_000); times += 1) expect(width(cut(text, 40))).toBeLessThanOrEqual(40);
  });
});

/** Jamo without a beginning, vowels and then endings: one cluster of more columns than a line may have. */
const chain = fc
  .tuple(fc.integer({ min: 1, max: 12 }), fc.nat(30))
  .map(([vowels, endings]) => '\u1161'.repeat(vowels) + '\u11a8'.repeat(endings));

describe('pad', () => {
  it('fills the side opposite the text', () => {
    expect(pad(t`Ana`, 5)).toBe('Ana  ');
    expect(pad(t`2m`, 4, 'right')).toBe('  2m');
    expect(pad(safeLine('配送先'), 4)).toBe('配… ');
    expect(pad(t`Ana`, 0)).toBe('');
  });

  it('is exactly as wide as asked', () => {
    fc.assert(
      fc.property(hostileText, fc.nat(30), fc.constantFrom('left', 'right'), (raw, columns, side) => {
        expect(width(pad(safeLine(raw), columns, side))).toBe(columns);
      }),
      seeded,
    );
  });

  it('is exact for a part of a cluster too', () => {
    fc.assert(
      fc.property(chain, fc.nat(40), (raw, columns) => {
        expect(width(pad(safeLine(raw), columns))).toBe(columns);
      }),
      seeded,
    );
  });
});
