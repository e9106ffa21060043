import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { safeBlock } from '../../src/text/safe.ts';
import { settledLength } from '../../src/text/settled.ts';
import { runs } from '../harness/full.ts';
import { hostileText } from './hostile.ts';

/** A text that comes in parts of these lengths, each made safe with what is there; what is not settled comes again. */
function inParts(raw: string, lengths: readonly number[]): string {
  let safe = '';
  let at = 0;
  for (const length of lengths) {
    const part = raw.slice(at, at + length);
    const settled = settledLength(part);
    safe = safeBlock(safe + part.slice(0, settled));
    at += settled;
  }
  return safeBlock(safe + raw.slice(at));
}

describe('a text in parts', () => {
  it('is the same as the whole made safe at once, wherever it was cut', () => {
    fc.assert(
      fc.property(hostileText, fc.array(fc.nat(40), { maxLength: 6 }), (raw, lengths) => {
        expect(inParts(raw, lengths)).toBe(safeBlock(raw));
      }),
      { numRuns: runs(2_000) },
    );
  });

  it.for([
    ['emoji', '👩‍👩‍👧‍👦🏳️‍🌈🇩🇪1️⃣#️⃣🏴󠁧󠁢󠁥󠁮󠁧󠁿👍🏽☺︎'],
    ['CJK', '東京。『ガ』ｶﾞ葛󠄀'],
    ['marks', `e\u0301\u0323x${'\u0301'.repeat(20)}\u0e01\u0e33\u0915\u094d\u200d\u0937`],
    ['line breaks', 'a\r\nb\rc\r\r\nd\u2028e\u0085\r\n'],
    ['tabs', 'a\tb\t\u0301c\r\n\t漢\td\x1b[31m\te'],
    ['joiners before what is dropped', '👩\u200d\u2060\u200b\ufe0f👧 \u0628\u200c\u00ad\u0628'],
    ['half pairs', '\ud83d\ud83d\ude00\ude00\ud83d'],
  ])('is the same cut at any place: %s', ([, raw]) => {
    for (let length = 1; length < raw!.length; length += 1) {
      expect(inParts(raw!, [length])).toBe(safeBlock(raw!));
      expect(
        inParts(
          raw!,
          Array.from({ length: 60 }, () => length),
        ),
      ).toBe(safeBlock(raw!));
    }
  });

  it('of tabs alone is the same, though a tab is one space after some hundred thousand characters', () => {
    const raw = 'x\t\t\n'.repeat(40_000);
    const whole = safeBlock(raw);
    expect(whole.length).toBeLessThan(raw.length + 400_000);
    expect(inParts(raw, [8_192, 16_384, 32_768, 65_536])).toBe(whole);
  });

  it('goes on as far as plain characters, letters and emoji go', () => {
    expect(['plain', 'é', 'ก', '漢', '👩', 'x\n'].map(raw => settledLength(raw) === raw.length)).toEqual(
      Array.from({ length: 6 }, () => true),
    );
    expect(['x\r', '👩\u200d', 'e\u0301', '\ud83d', '🏴'].map(settledLength)).toEqual([1, 2, 1, 0, 0]);
  });
});
