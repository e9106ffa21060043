import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import InksOutput from '../../../node_modules/ink/build/output.js';
import { type Cell, createCellTable } from '../../../src/terminal/output/cells.ts';
import { Output } from '../../../src/terminal/output/ink-output.ts';
import { parseRow } from '../../../src/terminal/output/row.ts';
import { countAmbiguous, plainColumns } from '../../../src/text/unicode.ts';
import { isFull, runs, sampled } from '../../harness/full.ts';
import { hostileText } from '../../text/hostile.ts';
import { AGREED, DISPUTED } from './random-frames.ts';

const SIZE = { width: 24, height: 6 };

type Call<Name extends 'write' | 'clip' | 'unclip'> = readonly [Name, ...Parameters<Output[Name]>];
type Drawing = Call<'write'> | Call<'clip'> | Call<'unclip'>;

/** A frame drawn by Ink's own class and by ours, as cells. */
function drawn(drawings: readonly Drawing[], size = SIZE) {
  const table = createCellTable();
  const cellsOf = (output: Output | InksOutput) => {
    for (const [name, ...given] of drawings)
      (output[name] as (...given: readonly unknown[]) => void).apply(output, given);
    const { output: frame, height } = output.get();
    expect(height).toBe(size.height);
    return frame.split('\n').map(line => parseRow(line, size.width, table, true));
  };
  return { theirs: cellsOf(new InksOutput(size)), ours: cellsOf(new Output(size)) };
}

// A table of more clusters than these begins again.
function isSame(one: Cell, other: Cell): boolean {
  return one.text === other.text && one.width === other.width && one.style === other.style;
}

type Transformer = (line: string, index: number) => string;

const asItIs: Transformer = line => line;

function write(x: number, y: number, text: string, ...transformers: Transformer[]): Drawing {
  return ['write', x, y, text, { transformers }];
}
function clip(x1: number | undefined, x2: number | undefined, y1?: number, y2?: number): Drawing {
  return ['clip', { x1, x2, y1, y2 }];
}
const unclip: Drawing = ['unclip'];

function of(...codes: readonly (number | string)[]): string {
  return codes.map(code => `\x1b[${code}m`).join('');
}

/** How a style begins and how it ends. */
const STYLES = [
  [of(1), of(22)],
  [of(2), of(22)],
  [of(4), of(24)],
  [of(1, 7), of(22, 27)],
  [of(95), of(39)],
  [of(31), of(39)],
  [of(44), of(49)],
  [of(53), of(55)],
] as const;
const ODD_STYLES = [
  [of('38;5;9'), of(39)],
  [of('1;31'), of('22;39')],
  [of('58;5;3'), of(59)],
  [of(8), of(28)],
  [of(31), of(0)],
  [of(32), ''],
  ['', of(39)],
  ['\x1b]8;;http://x\x07', '\x1b]8;;\x07'],
  ['\x1b]8;;http://x\x1b\\', '\x1b]8;;\x1b\\'],
  ['\x1b]0;', '\x07'],
] as const;

const PLAIN_GLYPHS = [...AGREED.map(([text]) => text).filter(text => text.length === 1), ' ', '  '];
const ODD_GLYPHS = [...DISPUTED.map(([text]) => text), 'e\u0301', '\u200b', '\u00ad', 'שלום', 'كم'];

/** A line of pieces in styles, which may hold each other. */
function lineOf(glyph: fc.Arbitrary<string>, style: fc.Arbitrary<readonly [string, string]>, maxLength: number) {
  const text = fc.array(glyph, { maxLength }).map(glyphs => glyphs.join(''));
  return fc.letrec<{ line: string }>(tie => ({
    line: fc.oneof(
      { maxDepth: 3 },
      text,
      fc.tuple(style, tie('line')).map(([[on, off], line]) => on + line + off),
      fc.tuple(tie('line'), tie('line')).map(lines => lines.join('')),
    ),
  })).line;
}

const plainLine = lineOf(fc.constantFrom(...PLAIN_GLYPHS), fc.constantFrom(...STYLES), 5);
const anyLine = fc.oneof(
  { weight: 4, arbitrary: plainLine },
  {
    weight: 1,
    arbitrary: lineOf(fc.constantFrom(...PLAIN_GLYPHS, ...ODD_GLYPHS), fc.constantFrom(...STYLES, ...ODD_STYLES), 5),
  },
);
const text = fc.oneof(
  { weight: 4, arbitrary: anyLine },
  { weight: 2, arbitrary: fc.array(anyLine, { maxLength: 5 }).map(lines => lines.join('\n')) },
  // A style over all lines.
  {
    weight: 1,
    arbitrary: fc
      .tuple(fc.constantFrom(...STYLES), fc.array(plainLine, { maxLength: 4 }))
      .map(([[on, off], lines]) => on + lines.join('\n') + off),
  },
);
const transformers = fc.oneof(
  { weight: 8, arbitrary: fc.constantFrom([], [asItIs]) },
  {
    weight: 1,
    arbitrary: fc.constantFrom<Transformer[]>(
      [line => line.replaceAll('b', 'BB')],
      [asItIs, (line, index) => (line === '' ? '' : `${index}${line}`)],
      [line => `\x1b[4m${line}\x1b[24m`],
      [() => ''],
    ),
  },
);
const column = fc.integer({ min: -2, max: SIZE.width + 2 });
const row = fc.integer({ min: -2, max: SIZE.height + 1 });
const someWrite = fc.tuple(column, row, text, transformers).map(([x, y, ...rest]) => write(x, y, rest[0], ...rest[1]));
/** Beside each other in one row, as a screen is laid out. */
const someWrites = fc
  .tuple(row, fc.array(fc.tuple(plainLine, fc.nat(3)), { maxLength: 3 }))
  .map(([y, lines]) => lines.map(([line, more], index) => write(index * 8 + more, y, line, asItIs)));
function edges(at: fc.Arbitrary<number>) {
  return fc.oneof(
    { weight: 5, arbitrary: fc.tuple(at, at).map(pair => pair.toSorted((a, b) => a - b) as [number, number]) },
    { weight: 2, arbitrary: fc.constant([undefined, undefined] as const) },
  );
}
const someClip = fc.tuple(edges(column), edges(row)).map(([[x1, x2], [y1, y2]]) => clip(x1, x2, y1, y2));
const anyDrawings = fc
  .array(
    fc.oneof(
      { weight: 5, arbitrary: someWrite.map(one => [one]) },
      { weight: 6, arbitrary: someWrites },
      { weight: 1, arbitrary: someClip.map(one => [one]) },
      { weight: 1, arbitrary: fc.constant([unclip]) },
    ),
    { maxLength: 14 },
  )
  .map(drawings => drawings.flat());

describe('a frame has the same cells as Ink’s own', () => {
  test('in any drawing', () => {
    fc.assert(
      fc.property(anyDrawings, drawings => {
        const { theirs, ours } = drawn(drawings);
        expect(ours).toEqual(theirs);
      }),
      { seed: 1, numRuns: isFull ? 100_000 : runs(1_500) },
    );
  });

  test.each([1, 2] as const)(
    'with every character that stands alone, those of doubtful width in %i columns',
    columns => {
      countAmbiguous(columns);
      try {
        const units = Array.from({ length: 0x10000 }, (_, unit) => unit).filter(unit => plainColumns(unit) > 0);
        const lines = sampled(units).map(
          unit => `\x1b[1m${String.fromCharCode(unit)}\x1b[22m|${String.fromCharCode(unit)}`,
        );
        const size = { width: 12, height: lines.length };
        const { theirs, ours } = drawn([write(0, 0, lines.join('\n')), write(6, 0, lines.join('\n'))], size);
        expect(ours.every(({ cells }, y) => cells.every((cell, x) => isSame(cell, theirs[y]!.cells[x]!)))).toBe(true);
      } finally {
        countAmbiguous(1);
      }
    },
  );

  test.each<[what: string, ...drawings: readonly Drawing[]]>([
    ['of texts beside each other', write(0, 1, 'a漢', asItIs), write(3, 1, '\x1b[2m│\x1b[22m'), write(8, 1, 'é● ')],
    ['of texts with lines below', write(0, 1, 'one\ntwo\n\nfour'), write(9, 1, '\x1b[1m1\x1b[22m\n\x1b[1m2\x1b[22m')],
    ['of the cursor’s mark in a style', write(1, 1, '\x1b[95m\x1b[7ma\x1b[53mb\x1b[55mc\x1b[27m\x1b[39m')],
    ['of emoji, marks and letters that are joined', write(0, 1, '👍🏽 e\u0301 שָׁ क्ष'), write(12, 1, '👨‍👩‍👧 كم')],
    ['whose neighbours are cut off', clip(0, 9, 1, 2), write(0, -1, 'a\nb\nc\nd\ne'), unclip],
    ['that an outer clip has no part of', clip(0, 9, 0, 1), clip(0, 9, 0, 4), write(0, 0, 'a\nb'), unclip, unclip],
    ['that nothing is drawn on', write(0, -1, 'above'), write(0, 6, '👍')],
    ['with a text on another', write(0, 1, 'under the other'), write(4, 1, 'over')],
    ['with a text on the halves of wide characters', write(0, 1, '\x1b[7m漢漢漢\x1b[27m漢'), write(1, 1, 'over')],
    ['with a text on the cursor’s mark', write(0, 1, 'a\x1b[53mbc\x1b[55md'), write(1, 1, 'B')],
    ['with texts on the ends of others', write(2, 1, 'one'), write(6, 1, 'two'), write(4, 1, '漢a')],
    ['with a text of the same style on another', write(0, 1, '\x1b[7m     \x1b[27m'), write(1, 1, '\x1b[7mb\x1b[27m')],
    ['drawn from right to left', write(9, 1, 'right'), write(0, 1, 'left')],
    ['with a text that begins before the screen', write(-1, 1, '漢text')],
    ['with a text that ends beyond it', write(20, 1, 'beyond')],
    ['with a wide character on the edge', write(23, 1, '\x1b[7m漢\x1b[27m')],
    ['with a text cut at its beginning', clip(2, 9), write(1, 1, '\x1b[1mtext\x1b[22m'), unclip],
    ['with a text cut at its end', clip(0, 9), clip(1, 5), write(2, 1, 'text'), unclip, unclip],
    ['with a text cut by an outer clip', clip(2, 9), clip(0, 9), write(1, 1, 'text'), unclip, unclip],
    ['with nothing between two clips', clip(2, 4), clip(6, 9), write(1, 1, 'text'), unclip, unclip],
    ['with a text that is changed', write(0, 1, 'text', line => line.toUpperCase())],
    ['with a text that becomes longer', write(20, 1, 'text', line => line + line)],
    ['with an invisible character', write(0, 1, 'a\u200bb'), write(2, 1, 'c')],
    ['with a link', write(0, 1, '\x1b]8;;http://x\x07link\x1b]8;;\x07')],
    ['with a colour beyond the 16', write(0, 1, '\x1b[31ma\x1b[38;5;200mb\x1b[39m')],
    ['with a style that does not end', write(0, 1, '\x1b[31mtext')],
    ['with a style over lines', write(0, 0, 'a'), write(0, 1, '\x1b[31mb\nc\x1b[39m\nd')],
  ])('%s', (_, ...drawings) => {
    const { theirs, ours } = drawn([write(0, 0, 'above', asItIs), ...drawings, write(2, 2, '\x1b[7mbelow\x1b[27m')]);
    expect(ours).toEqual(theirs);
  });
});

test('a text that is hostile moves none behind it', () => {
  fc.assert(
    fc.property(hostileText, hostile => {
      const output = new Output(SIZE);
      output.clip({ x1: 0, x2: 10, y1: 1, y2: 2 });
      output.write(-1, 1, hostile, { transformers: [] });
      output.unclip();
      output.write(10, 1, '|', { transformers: [] });
      const rows = output.get().output.split('\n');
      expect(rows.filter((_, y) => y !== 1).join('')).toBe('');
      expect(parseRow(rows[1]!, SIZE.width, createCellTable(), true).cells[10]!.text).toBe('|');
    }),
    { seed: 1, numRuns: isFull ? 100_000 : runs(5_000) },
  );
});
