import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cutToBytes, previewOf } from '../../../../src/center/model/message/part.ts';

describe('cutting a message', () => {
  it('keeps the part that fits, and cuts the rest to whole characters', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 60 }), fc.nat(80), (text, bytes) => {
        const cut = cutToBytes(text, bytes);
        if (Buffer.byteLength(text) <= bytes) {
          expect(cut).toBeUndefined();
          return;
        }
        expect(text.startsWith(cut!)).toBe(true);
        expect(Buffer.byteLength(cut!)).toBeLessThanOrEqual(bytes);
        expect(Buffer.byteLength(cut!)).toBeGreaterThan(bytes - 4);
        expect(cut!.isWellFormed()).toBe(true);
      }),
      { seed: 5 },
    );
  });

  it('previews 140 characters of one line', () => {
    expect(previewOf('')).toBe('');
    expect(previewOf(' a\r\n\tb\u0007c ')).toBe('a b c');
    expect(previewOf('x'.repeat(141))).toBe('x'.repeat(140));
    expect(previewOf(`${' '.repeat(10_000)}late`)).toBe('late');
    expect([...previewOf('🎉'.repeat(500))]).toHaveLength(140);
  });
});
