import { createRequire } from 'node:module';
import type { IUnicodeVersionProvider, Terminal } from '@xterm/headless';
import { describe, expect, it } from 'vitest';
import { createScreen } from '../../../src/terminal/output/screen.ts';
import { graphemes, width } from '../../../src/text/width.ts';
import { BREAK_SAMPLES } from '../../harness/break-samples.ts';
import { corpusText, whyNoCorpus } from '../../harness/corpus.ts';
import { isFull, runs } from '../../harness/full.ts';
import { createRandom } from '../../harness/random.ts';
import { skippedFor } from '../../harness/skipped.ts';
import { AGREED, DISPUTED, type Glyph, nextFrame, randomFrame, type Source } from './random-frames.ts';

const xterm = createRequire(import.meta.url)('@xterm/headless') as typeof import('@xterm/headless');

const [COLUMNS, ROWS] = [40, 6];

/** Widths of terminals that draw each part of an emoji separately, two columns each. */
const GREEDY: IUnicodeVersionProvider = {
  version: 'greedy',
  wcwidth: point => {
    const text = String.fromCodePoint(point);
    if (/[\p{Mn}\p{Me}\p{Cf}]/u.test(text)) return 0;
    return /[\p{Extended_Pictographic}\u{1f000}-\u{1ffff}\u1100-\u115f\u2e80-\u9fff\uac00-\ud7a3\uff01-\uff60]/u.test(
      text,
    )
      ? 2
      : 1;
  },
  charProperties(point, before) {
    const width = this.wcwidth(point);
    const joins = width === 0 && before !== 0;
    return ((joins ? (before >> 1) & 3 : width) << 1) | (joins ? 1 : 0);
  },
};

/** A terminal without autowrap, as the stage sets it, with the widths of an old table or of a greedy one. */
function openTerminal(widths: 'old' | 'greedy'): Terminal {
  const terminal = new xterm.Terminal({ cols: COLUMNS, rows: ROWS, allowProposedApi: true });
  if (widths === 'greedy') {
    terminal.unicode.register(GREEDY);
    terminal.unicode.activeVersion = GREEDY.version;
  }
  terminal.write('\x1b[?7l');
  return terminal;
}

function feed(terminal: Terminal, bytes: string): Promise<void> {
  return new Promise(resolve => terminal.write(bytes, resolve));
}

/** The places that must show the frame's text whatever a terminal makes of the clusters beside them. */
function wrongPlaces(terminal: Terminal, frame: string): string[] {
  const wrong: string[] = [];
  for (const [y, line] of frame.split('\n').entries()) {
    let x = 0;
    for (const { text, width } of graphemes(line.replace(/\x1b\[[\d;]*m/g, ''))) {
      const shown = terminal.buffer.active.getLine(y)?.getCell(x)?.getChars() || ' ';
      if (/^[\x20-\x7e│─]$/.test(text) && shown !== text)
        wrong.push(`column ${x}, row ${y}: ${shown} instead of ${text}`);
      for (let part = x; part < x + width; part++) {
        const rest = terminal.buffer.active.getLine(y)?.getCell(part)?.getChars() ?? '';
        if (/^[!-~]$/.test(rest) && !text.includes(rest))
          wrong.push(`column ${part}, row ${y}: ${rest} left in ${text}`);
      }
      x += width;
    }
    for (; x < COLUMNS; x++) {
      const shown = terminal.buffer.active.getLine(y)?.getCell(x)?.getChars() || ' ';
      if (shown !== ' ') wrong.push(`column ${x}, row ${y}: ${shown} behind the line's end`);
    }
  }
  return wrong;
}

/** Half a flag, and marks newer than the oldest width tables, which give each a column. */
const LATE: readonly Glyph[] = ['\u{1f1e9}', 'e\u1ad6', 'n\u20f0\u1ab0', '가\u1dfd', 'ক\u09fe', 'x\u{1e2ec}'].map(
  text => [text, width(text)],
);

describe.each(['old', 'greedy'] as const)('on a terminal with %s widths', widths => {
  it('clusters whose width is disputed shift nothing else in their row or in the next', async () => {
    for (let seed = 1; seed <= (isFull ? 1000 : runs(40)); seed++) {
      const source: Source = {
        random: createRandom(seed),
        glyphs: [...AGREED, ...DISPUTED, ...DISPUTED, ...LATE],
        columns: COLUMNS,
        rows: ROWS,
      };
      const terminal = openTerminal(widths);
      const screen = createScreen(COLUMNS, ROWS, { color: true });
      let frame = randomFrame(source);
      for (let step = 0; step < 5; step++) {
        await feed(terminal, screen.draw(frame));
        expect(wrongPlaces(terminal, frame), `seed ${seed}, step ${step}`).toEqual([]);
        frame = nextFrame(source, frame);
      }
      terminal.dispose();
    }
  }, 600_000);
});

it('leaves nothing in the last column if a terminal has no room for its cluster', async () => {
  const terminal = openTerminal('greedy');
  const screen = createScreen(COLUMNS, ROWS, { color: true });
  await feed(terminal, screen.draw('a'.repeat(COLUMNS)));
  const frame = `${'a'.repeat(COLUMNS - 1)}\u{1f1e9}`;
  await feed(terminal, screen.draw(frame));
  expect(wrongPlaces(terminal, frame)).toEqual([]);
});

function breakTestOfUnicode(): string[] {
  return corpusText('unicode-10/tests/GraphemeBreakTest.txt')
    .split('\n')
    .map(line => [...(line.replace(/#.*/, '').match(/[0-9A-F]{4,6}/g) ?? [])])
    .filter(points => points.length > 0)
    .map(points => String.fromCodePoint(...points.map(point => Number.parseInt(point, 16))));
}

async function drawOneByOne(samples: readonly string[]): Promise<void> {
  const terminal = openTerminal('old');
  const screen = createScreen(COLUMNS, ROWS, { color: true });
  for (const sample of samples) {
    const bytes = screen.draw(`x${sample}\x1b[m|end│\nnext`);
    expect(bytes.replace(/\x1b\[[\d;?]*[A-Za-z]|\x1b[M78]|[\b\r\v]/g, '')).not.toMatch(/\p{Cc}/u);
    await feed(terminal, bytes);
    // A line feed among them begins the next row of the frame.
    const y = sample.split('\n').length - 1;
    const row = terminal.buffer.active.getLine(y)!.translateToString(true);
    expect(row, JSON.stringify(sample)).toMatch(/\|end│ *$/);
    expect(
      terminal.buffer.active
        .getLine(y + 1)!
        .translateToString(true)
        .trimEnd(),
    ).toBe('next');
  }
}

describe('samples of every way in which clusters end', () => {
  const sentence = 'are drawn without a control on the wire, and what follows them stands in its place';

  it(`${sentence}: each class beside each`, () => drawOneByOne(BREAK_SAMPLES));

  it(`${sentence}: the corpus's GraphemeBreakTest`, skippedFor(whyNoCorpus('unicode-10')), async () => {
    const samples = breakTestOfUnicode();
    expect(samples.length).toBe(822);
    await drawOneByOne(samples);
  });
});
