import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { applySgr, type Ink, PLAIN, type Style, sgrBetween } from '../../../src/terminal/output/sgr.ts';
import { runs } from '../../harness/full.ts';

function applied(from: Style, codes: readonly number[], hasColor = true): Ink {
  const ink: Ink = { style: from, isMarked: false };
  applySgr(codes, ink, hasColor);
  return ink;
}

function codesOf(sequence: string): number[] {
  return sequence.slice(2, -1).split(';').map(Number);
}
function style(...codes: number[]): Style {
  return applied(PLAIN, codes).style;
}

const styles = fc
  .array(fc.constantFrom(1, 2, 3, 4, 7, 9, 31, 36, 39, 41, 49, 93, 97, 100, 107), { maxLength: 6 })
  .map(codes => style(...codes));

describe('the sequence between two styles', () => {
  it('leads from the one to the other, and is never longer than a reset and all of the new one', () => {
    fc.assert(
      fc.property(styles, styles, (from, to) => {
        const sequence = sgrBetween(from, to);
        if (from === to) expect(sequence).toBe('');
        else expect(applied(from, codesOf(sequence)).style).toBe(to);
        expect(sequence.length).toBeLessThanOrEqual(`\x1b[m${sgrBetween(PLAIN, to)}`.length);
      }),
      { seed: 1, numRuns: runs(500) },
    );
  });

  it.each([
    [style(1), style(1, 31), '\x1b[31m'],
    [style(1, 31), style(1), '\x1b[39m'],
    [style(1, 31, 44), PLAIN, '\x1b[m'],
    [style(1), style(2), '\x1b[;2m'],
    [style(1, 2), style(2), '\x1b[;2m'],
    [style(7), style(1), '\x1b[;1m'],
    [style(1, 31), style(31), '\x1b[22m'],
  ])('%# is merged into one', (from, to, sequence) => {
    expect(sgrBetween(from, to)).toBe(sequence);
  });
});

describe('a colour sequence', () => {
  it.each([
    ['the 256 colours by the first 16', [38, 5, 9], style(91)],
    ['no colour of the other 240, and what follows', [48, 5, 196, 1], style(1)],
    ['no true colour, and what follows', [38, 2, 250, 250, 250, 1], style(1)],
    ['a colour and what follows it', [38, 5, 1, 1], style(31, 1)],
    ['no colour of an underline', [58, 5, 1, 4], style(4)],
    ['nothing of a sequence cut short', [38, 5], PLAIN],
    ['nothing of an unknown code', [8, 21, 73], PLAIN],
  ])('returns %s', (_, codes, wanted) => {
    expect(applied(PLAIN, codes).style).toBe(wanted);
  });

  it('has no colour if colours are off, and keeps weight, underline and inverse', () => {
    expect(applied(PLAIN, [1, 31, 4, 44, 7, 95, 38, 5, 3], false).style).toBe(style(1, 4, 7));
  });

  it('tells the mark of the cursor from the style', () => {
    expect(applied(PLAIN, [53, 1])).toEqual({ style: style(1), isMarked: true });
    expect(applied(PLAIN, [53, 55]).isMarked).toBe(false);
    expect(applied(PLAIN, [53, 0]).isMarked).toBe(false);
  });
});
