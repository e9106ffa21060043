import { describe, expect, it } from 'vitest';
import { createScreen } from '../../../src/terminal/output/screen.ts';
import { isFull, runs } from '../../harness/full.ts';
import { createRandom } from '../../harness/random.ts';
import { AGREED, DISPUTED, nextFrame, randomFrame, type Source, walledFrame } from './random-frames.ts';
import { differences, feed, openEmulator, referenceOf } from './replay.ts';

const SEQUENCES = isFull ? 2000 : runs(40);
const FRAMES = 5;
const GLYPHS = [...AGREED, ...DISPUTED];

describe('a frame drawn as a difference', () => {
  it('shows what the frame drawn whole shows, after any frames before it and after a change of size', async () => {
    for (let seed = 1; seed <= SEQUENCES; seed++) expect(await replay(seed), `seed ${seed}`).toEqual([]);
  }, 1_200_000);
});

describe('a pane beside another one', () => {
  const rows = (text: string) => Array.from({ length: 12 }, () => `${'list'.padEnd(30)}│ ${text.repeat(8)}`).join('\n');

  it('is drawn from a place that the terminal keeps, six bytes a row and its text', () => {
    const screen = createScreen(60, 12, { color: true });
    screen.draw(rows('one'));
    const bytes = screen.draw(rows('two'));
    expect(bytes).toContain('\x1b7');
    expect(bytes.length).toBeLessThanOrEqual(12 * (6 + 8 * 'two'.length) + 4);
  });

  it('never goes back to a frame from before another program had the terminal', () => {
    const screen = createScreen(60, 12, { color: true });
    screen.draw(rows('one'));
    screen.draw(rows('two'));
    screen.forget();
    expect(screen.draw(rows('three'))).not.toMatch(/^[^7]*\x1b8/);
  });
});

describe('the walls of a box', () => {
  const rows = Array.from({ length: 10 }, (_, y) => `word ${y}`);
  const box = rows.map(row => `${' '.repeat(20)}│ ${row.padEnd(24)}│`);

  it('are drawn from top to bottom, and each row ends where its text does', () => {
    const screen = createScreen(60, 10, { color: true });
    screen.draw(rows.map(row => row.repeat(8)).join('\n'));
    const bytes = screen.draw(box.join('\n'));
    expect(bytes).toContain('\v\b│'.repeat(9));
  });

  it('cost two bytes a row more than their signs', () => {
    const screen = createScreen(60, 10, { color: true });
    screen.draw('');
    const bytes = Buffer.byteLength(screen.draw(box.join('\n')));
    const text = Buffer.byteLength(rows.join('')) + 2 * 10 * Buffer.byteLength('│');
    expect(bytes).toBeLessThanOrEqual(text + 10 * (2 + 6) + 20);
  });
});

describe('blanks in a row', () => {
  it('are erased with those before them that are blank already: no way leads over these', () => {
    const screen = createScreen(60, 2, { color: true });
    const row = (first: string, middle: string, last: string) => `${first.padEnd(20)}${middle.padEnd(20)}${last}`;
    screen.draw(row('a', 'some words', 'c'));
    expect(screen.draw(row('b', '', 'd'))).toBe('\rb\x1b[29X\x1b[39Cd');
  });
});

describe('a frame drawn in parts', () => {
  it('is whole after the last of them, and every row has its turn while newer frames keep coming', async () => {
    for (let seed = 1; seed <= runs(30); seed++) {
      const random = createRandom(seed);
      const source: Source = { random, glyphs: GLYPHS, columns: 50, rows: 12 };
      const emulator = openEmulator(source.columns, source.rows);
      const screen = createScreen(source.columns, source.rows, { color: true });
      let frame = randomFrame(source);
      for (let step = 0; step < 10; step++) {
        await feed(emulator, screen.draw(frame, 100));
        frame = nextFrame(source, frame);
      }
      do await feed(emulator, screen.draw(frame, 100));
      while (screen.isBehind());
      const reference = await referenceOf(frame, source.columns, source.rows);
      expect(differences(emulator, reference, source.columns, source.rows), `seed ${seed}`).toEqual([]);
    }
  });

  it("begins with the cursor's row and continues after the previous part", () => {
    const screen = createScreen(40, 6, { color: true });
    const frame = (letter: string) =>
      Array.from(
        { length: 6 },
        (_, y) => `${letter}${y}${letter.repeat(30)}${y === 4 ? '\x1b[53m \x1b[55m' : ''}`,
      ).join('\n');
    const rowsIn = (bytes: string) => [...bytes.matchAll(/([a-z])(\d)\1{20}/g)].map(([, , y]) => Number(y));
    screen.draw('\n');
    expect(rowsIn(screen.draw(frame('a'), 50))).toEqual([4, 0]);
    expect(rowsIn(screen.draw(frame('b'), 50))).toEqual([4, 1]);
    expect(rowsIn(screen.draw(frame('c'), 50))).toEqual([4, 2]);
    expect(screen.isBehind()).toBe(true);
    expect(rowsIn(screen.draw(frame('c'), 500))).toEqual([0, 1, 3, 5]);
    expect(screen.isBehind()).toBe(false);
  });
});

/** Any frames one after the other, whole or in parts, at sizes that change and on a screen that is forgotten. */
async function replay(seed: number): Promise<string[]> {
  const random = createRandom(seed);
  const anySize = () => ({ columns: 1 + Math.floor(random() * 60), rows: 1 + Math.floor(random() * 14) });
  let source: Source = { random, glyphs: GLYPHS, ...anySize() };
  const emulator = openEmulator(source.columns, source.rows);
  const screen = createScreen(source.columns, source.rows, { color: true });
  await feed(emulator, '\x1b[?7l');
  let frame = randomFrame(source);
  for (let step = 0; step < FRAMES; step++) {
    if (random() < 0.2) await feed(emulator, screen.draw(randomFrame(source), 80));
    await feed(emulator, screen.draw(frame));
    const reference = await referenceOf(frame, source.columns, source.rows);
    const found = differences(emulator, reference, source.columns, source.rows);
    reference.dispose();
    if (found.length > 0) return [`step ${step} of ${source.columns}x${source.rows}`, ...found.slice(0, 5)];
    if (random() < 0.1) screen.forget();
    if (random() < 0.1) {
      source = { ...source, ...anySize() };
      emulator.resize(source.columns, source.rows);
      screen.resize(source.columns, source.rows);
      frame = randomFrame(source);
    } else frame = random() < 0.2 ? walledFrame(source) : nextFrame(source, frame);
  }
  emulator.dispose();
  return [];
}
