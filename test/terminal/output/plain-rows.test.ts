import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import Output from '../../../node_modules/ink/build/output.js';
import { type Cell, createCellTable } from '../../../src/terminal/output/cells.ts';
import { createDrawByRow, type Drawing, type Operation } from '../../../src/terminal/output/plain-rows.ts';
import { parseRow } from '../../../src/terminal/output/row.ts';
import { countAmbiguous, plainColumns } from '../../../src/text/unicode.ts';
import { isFull, runs, sampled } from '../../harness/full.ts';
import { hostileText } from '../../text/hostile.ts';
import { AGREED, DISPUTED } from './random-frames.ts';

const SIZE = { width: 24, height: 6 };

function byInk({ width, height, operations }: Drawing): string {
  const output = new Output({ width, height });
  for (const operation of operations) {
    if (operation.type === 'clip') output.clip(operation.clip);
    else if (operation.type === 'unclip') output.unclip();
    else output.write(operation.x, operation.y, operation.text, { transformers: [...operation.transformers] });
  }
  // What the build makes of Ink's own way, beside ours (`bin/build/patched-ink.ts`).
  return (output as unknown as { drawByCell(): { readonly output: string } }).drawByCell().output;
}

/** A frame drawn in both ways, as cells, and how many of its rows Ink drew in ours. */
function drawn(operations: readonly Operation[], { size = SIZE, drawByRow = createDrawByRow() } = {}) {
  const drawing = { ...size, operations };
  const table = createCellTable();
  const cellsOf = (frame: string) => frame.split('\n').map(line => parseRow(line, size.width + 4, table, true));
  let byCell = 0;
  const { output, height } = drawByRow(drawing, part => {
    byCell += part.height;
    return byInk(part);
  });
  expect(height).toBe(size.height);
  return { theirs: cellsOf(byInk(drawing)), ours: cellsOf(output), byCell };
}

// A table of more clusters than these begins again.
function isSame(one: Cell, other: Cell): boolean {
  return one.text === other.text && one.width === other.width && one.style === other.style;
}

type Transformer = (line: string, index: number) => string;

const asItIs: Transformer = line => line;

function write(x: number, y: number, text: string, ...transformers: Transformer[]): Operation {
  return { type: 'write', x, y, text, transformers };
}
function clip(x1: number | undefined, x2: number | undefined, y1?: number, y2?: number): Operation {
  return { type: 'clip', clip: { x1, x2, y1, y2 } };
}
const UNCLIP: Operation = { type: 'unclip' };

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
  [of('38;5;200'), of(39)],
  [of('48;2;1;2;3'), of(49)],
  [of('1;31'), of('22;39')],
  [of('58;5;3'), of(59)],
  [of(5), of(25)],
  [of(8), of(28)],
  [of(31), of(0)],
  [of(31), of('')],
  [of(32), ''],
  ['', of(39)],
  ['\x1b]8;;http://x\x07', '\x1b]8;;\x07'],
  ['\x1b]8;;http://x\x1b\\', '\x1b]8;;\x1b\\'],
  ['\x1b]0;', '\x07'],
] as const;

const PLAIN_GLYPHS = [...AGREED.map(([text]) => text).filter(text => text.length === 1), ' ', '  ', '\u00a0', '\u3000'];
const ODD_GLYPHS = [
  ...DISPUTED.map(([text]) => text),
  'e\u0301',
  '\u0301',
  '\u200b',
  '\u00ad',
  '\t',
  '\r',
  'שלום',
  'كم',
  '\u0600',
];

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
  { weight: 1, arbitrary: hostileText },
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
      [line => line.toUpperCase()],
      [asItIs, (line, index) => `${index}${line}`],
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
    { weight: 1, arbitrary: fc.tuple(fc.option(at, { nil: undefined }), fc.option(at, { nil: undefined })) },
  );
}
const someClip = fc.tuple(edges(column), edges(row)).map(([[x1, x2], [y1, y2]]) => clip(x1, x2, y1, y2));
const anyOperations = fc
  .array(
    fc.oneof(
      { weight: 5, arbitrary: someWrite.map(one => [one]) },
      { weight: 6, arbitrary: someWrites },
      { weight: 1, arbitrary: someClip.map(one => [one]) },
      { weight: 1, arbitrary: fc.constant([UNCLIP]) },
    ),
    { maxLength: 14 },
  )
  .map(operations => operations.flat());

describe('a frame drawn by rows has the same cells as Ink’s own', () => {
  test('in any drawing', () => {
    // As in the desk, what is known of a line lasts for the next frames.
    const drawByRow = createDrawByRow();
    let [rows, byCell] = [0, 0];
    fc.assert(
      fc.property(anyOperations, operations => {
        const frame = drawn(operations, { drawByRow });
        expect(frame.ours).toEqual(frame.theirs);
        rows += SIZE.height;
        byCell += frame.byCell;
      }),
      { seed: 1, numRuns: isFull ? 100_000 : runs(1_500) },
    );
    expect(byCell / rows).toBeGreaterThan(0.15);
    expect(byCell / rows).toBeLessThan(0.5);
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
        const { theirs, ours, byCell } = drawn([write(0, 0, lines.join('\n')), write(6, 0, lines.join('\n'))], {
          size,
        });
        expect(byCell).toBe(0);
        expect(ours.every(({ cells }, y) => cells.every((cell, x) => isSame(cell, theirs[y]!.cells[x]!)))).toBe(true);
      } finally {
        countAmbiguous(1);
      }
    },
  );

  test('when the terminal turns out to draw letters wide', () => {
    const drawByRow = createDrawByRow();
    const operations = [write(0, 0, 'ЖЖЖ'), write(4, 0, 'next')];
    expect(drawn(operations, { drawByRow }).byCell).toBe(0);
    countAmbiguous(2);
    try {
      const { theirs, ours, byCell } = drawn(operations, { drawByRow });
      expect(ours).toEqual(theirs);
      expect(byCell).toBe(1);
    } finally {
      countAmbiguous(1);
    }
  });

  test('when more lines were drawn than are kept', () => {
    const drawByRow = createDrawByRow();
    const frames = Array.from({ length: 400 }, (_, frame) =>
      Array.from({ length: SIZE.height }, (_, y) => write(y, y, `\x1b[2m${frame}\x1b[22m 漢 ${y}`)),
    );
    for (const operations of [...frames, ...frames.toReversed()]) {
      const { theirs, ours, byCell } = drawn(operations, { drawByRow });
      expect(byCell).toBe(0);
      expect(ours).toEqual(theirs);
    }
  });
});

/** Row 1 of a frame whose other rows are plain. */
function amongPlain(...operations: readonly Operation[]): readonly Operation[] {
  return [write(0, 0, 'above', asItIs), ...operations, write(2, 2, '\x1b[7mbelow\x1b[27m', asItIs)];
}

describe('Ink takes no row apart', () => {
  test.each<[what: string, operations: readonly Operation[]]>([
    ['of one text', [write(3, 1, 'text')]],
    ['of texts beside each other', [write(0, 1, 'a漢', asItIs), write(3, 1, '\x1b[2m│\x1b[22m'), write(8, 1, 'é● ')]],
    ['of texts with lines below', [write(0, 1, 'one\ntwo\n\nfour'), write(9, 1, '\x1b[1m1\x1b[22m\n\x1b[1m2\x1b[22m')]],
    ['of the cursor’s mark in a style', [write(1, 1, '\x1b[95m\x1b[7ma\x1b[53mb\x1b[55mc\x1b[27m\x1b[39m')]],
    ['of emoji, marks and letters that are joined', [write(0, 1, '👍🏽 e\u0301 שָׁ क्ष'), write(12, 1, '👨‍👩‍👧 كم')]],
    ['that a clip has room for', [clip(0, 9, 0, 4), clip(2, 8), write(2, 1, 'within'), UNCLIP, UNCLIP]],
    ['whose neighbours are cut off', [clip(0, 9, 1, 2), write(0, -1, 'a\nb\nc\nd\ne'), UNCLIP]],
    ['that an outer clip has no part of', [clip(0, 9, 0, 1), clip(0, 9, 0, 4), write(0, 0, 'a\nb'), UNCLIP, UNCLIP]],
    ['that nothing is drawn on', [write(0, -1, 'above'), write(0, 6, '👍')]],
  ])('%s', (_, operations) => {
    const { theirs, ours, byCell } = drawn(operations);
    expect(ours).toEqual(theirs);
    expect(byCell).toBe(0);
  });
});

describe('Ink draws a row', () => {
  test.each<[what: string, ...operations: readonly Operation[]]>([
    ['with a text on another', write(0, 1, 'under'), write(4, 1, 'over')],
    ['drawn from right to left', write(9, 1, 'right'), write(0, 1, 'left')],
    ['with a text that begins before the screen', write(-1, 1, 'text')],
    ['with a text that ends beyond it', write(20, 1, 'beyond')],
    ['with a wide character on the edge', write(23, 1, '漢')],
    ['with a text cut at its beginning', clip(2, 9), write(1, 1, 'text'), UNCLIP],
    ['with a text cut at its end', clip(0, 9), clip(1, 5), write(2, 1, 'text'), UNCLIP, UNCLIP],
    ['with a text cut by an outer clip', clip(2, 9), clip(0, 9), write(1, 1, 'text'), UNCLIP, UNCLIP],
    ['with a text that is changed', write(0, 1, 'text', line => line.toUpperCase())],
    ['with a mark on nothing', write(0, 1, '\u0301e')],
    ['with what nobody sees', write(0, 1, 'a\u200bb')],
    ['with a control character', write(0, 1, 'a\tb')],
    ['with a link', write(0, 1, '\x1b]8;;http://x\x07link\x1b]8;;\x07')],
    ['with a colour beyond the 16', write(0, 1, '\x1b[31ma\x1b[38;5;200mb\x1b[39m')],
    ['with a style that Ink does not know', write(0, 1, '\x1b[31m\x1b[5ma\x1b[25mb\x1b[39m')],
    ['with a style that does not end', write(0, 1, '\x1b[31mtext')],
    ['with blanks before a style on nothing', write(0, 1, 'text\u00a0\x1b[31m\x1b[39m')],
    ['with blanks before the end of a style that is not on', write(0, 1, 'text\u00a0\x1b[39m')],
  ])('%s, and no other', (_, ...operations) => {
    const { theirs, ours, byCell } = drawn(amongPlain(...operations));
    expect(ours).toEqual(theirs);
    expect(byCell).toBe(1);
  });

  test('for each line that a style goes over', () => {
    const { theirs, ours, byCell } = drawn([write(0, 0, 'a'), write(0, 1, '\x1b[31mb\nc\x1b[39m'), write(0, 3, 'd')]);
    expect(ours).toEqual(theirs);
    expect(byCell).toBe(2);
  });
});
