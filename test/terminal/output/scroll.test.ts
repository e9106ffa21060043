import { describe, expect, it } from 'vitest';
import { createScreen } from '../../../src/terminal/output/screen.ts';
import { isFull, runs } from '../../harness/full.ts';
import { createRandom } from '../../harness/random.ts';
import { createMarginTerminal } from './margin-terminal.ts';
import { AGREED, DISPUTED, nextFrame, randomFrame, randomLine, type Source } from './random-frames.ts';
import { differences, feed, openEmulator, referenceOf } from './replay.ts';

const SEQUENCES = isFull ? 2000 : runs(40);
const FRAMES = 8;
/** What sets or uses left and right margins: DECLRMM, DECSLRM, SU, SD. */
const MARGINS = /\x1b\[(?:\?69[hl]|[\d;]*[sST])/;
/** What moves whole lines: IL, DL, IND and RI between margins. */
const LINES = /\x1b\[\d*[LM]|\d+r\x1b\[\d+H\x1b[DM]/;

/** A list and a detail beside it, each with any number of lines; each is shown from some line on. */
interface Panes {
  readonly list: readonly string[];
  readonly detail: readonly string[];
  readonly listTop: number;
  readonly detailTop: number;
  readonly isBarAt: number;
}

const LIST_COLUMNS = 24;
const [COLUMNS, ROWS] = [60, 14];
const STACKED_ROWS = 20;

function panesFrame({ list, detail, listTop, detailTop, isBarAt }: Panes): string {
  const lines = Array.from({ length: ROWS - 2 }, (_, y) => {
    const row = list[listTop + y] ?? '';
    return `${isBarAt === y ? `\x1b[7m${row}\x1b[27m` : row}\x1b[m\x1b[2m│\x1b[m ${detail[detailTop + y] ?? ''}`;
  });
  return ['\x1b[1mhead\x1b[m', ...lines, 'foot'].join('\n');
}

/** Fills the line with blanks to the width of the list. */
function listLine(source: Source, number: number): string {
  const text = `${number} ${source.random() < 0.3 ? '漢字' : 'word'} ${'x'.repeat(Math.floor(source.random() * 9))}`;
  const columns = [...text].reduce((sum, char) => sum + (char > '\u2e80' ? 2 : 1), 0);
  return text + ' '.repeat(LIST_COLUMNS - columns);
}

/** The places where the terminal differs from the frame. */
function wrongPlaces(terminal: ReturnType<typeof createMarginTerminal>, frame: string, columns: number, rows: number) {
  const wanted = createMarginTerminal(columns, rows);
  wanted.write(
    frame
      .split('\n')
      .map((line, y) => `\x1b[${y + 1}H${line.replaceAll('\x1b[53m', '')}`)
      .join(''),
  );
  const wrong: string[] = [];
  for (let y = 0; y < rows; y++)
    for (let x = 0; x < columns; x++)
      if (terminal.seen(x, y) !== wanted.seen(x, y))
        wrong.push(`column ${x}, row ${y}: ${terminal.seen(x, y)} instead of ${wanted.seen(x, y)}`);
  return wrong;
}

function open(columns: number, rows: number) {
  const terminal = createMarginTerminal(columns, rows);
  const screen = createScreen(columns, rows, { color: true });
  screen.takeMargins();
  return { terminal, screen };
}

describe('on a terminal with left and right margins', () => {
  it('panes that scroll, each on its own, show what the frame shows', () => {
    let scrolls = 0;
    for (let seed = 1; seed <= SEQUENCES; seed++) {
      const random = createRandom(seed);
      const source: Source = { random, glyphs: AGREED, columns: COLUMNS - LIST_COLUMNS - 3, rows: ROWS };
      const list = Array.from({ length: 60 }, (_, number) => listLine(source, number));
      const detail = Array.from({ length: 60 }, () => (random() < 0.4 ? '' : randomLine(source)));
      const { terminal, screen } = open(COLUMNS, ROWS);
      let panes: Panes = { list, detail, listTop: 20, detailTop: 20, isBarAt: 3 };
      for (let step = 0; step < FRAMES; step++) {
        const frame = panesFrame(panes);
        const maxBytes = random() < 0.2 ? 100 : undefined;
        do {
          const bytes = screen.draw(frame, maxBytes);
          if (/\x1b\[\d*[LMST]/.test(bytes)) scrolls++;
          terminal.write(bytes);
          expect(terminal.hasNarrowMargins()).toBe(false);
        } while (screen.isBehind());
        expect(wrongPlaces(terminal, frame, COLUMNS, ROWS).slice(0, 5), `seed ${seed}, step ${step}`).toEqual([]);
        const by = Math.floor(random() * 13) - 6;
        panes = random() < 0.5 ? { ...panes, listTop: 20 + by } : { ...panes, detailTop: panes.detailTop + by };
        panes = { ...panes, isBarAt: random() < 0.5 ? Math.floor(random() * ROWS) : panes.isBarAt };
      }
    }
    expect(scrolls).toBeGreaterThan(SEQUENCES);
  }, 600_000);

  it('any frames show what they are, after any frames before them', () => {
    for (let seed = 1; seed <= SEQUENCES; seed++) {
      const random = createRandom(seed);
      const source: Source = {
        random,
        glyphs: AGREED,
        columns: 10 + Math.floor(random() * 50),
        rows: 4 + Math.floor(random() * 12),
      };
      const { terminal, screen } = open(source.columns, source.rows);
      let frame = randomFrame(source);
      for (let step = 0; step < FRAMES; step++) {
        terminal.write(screen.draw(frame));
        const wrong = wrongPlaces(terminal, frame, source.columns, source.rows);
        expect(wrong.slice(0, 5), `seed ${seed}, step ${step}`).toEqual([]);
        frame = nextFrame(source, frame);
      }
    }
  }, 600_000);

  it('a detail that scrolls by a line costs its new line and the margins', () => {
    const detail = Array.from({ length: 40 }, (_, number) => `line ${number} of a letter that is long enough`);
    const panes = { list: Array<string>(40).fill(' '.repeat(24)), detail, listTop: 0, detailTop: 0, isBarAt: -1 };
    const { screen } = open(COLUMNS, ROWS);
    screen.draw(panesFrame(panes));
    const bytes = screen.draw(panesFrame({ ...panes, detailTop: 1 }));
    expect(bytes.length).toBeLessThanOrEqual(detail[0]!.length + 45);
  });

  it('frames too short for it are not scrolled: it is chosen only if it is cheaper', () => {
    const { screen } = open(30, 6);
    const frame = (from: number) => Array.from({ length: 6 }, (_, y) => `│ ${from + y}`).join('\n');
    screen.draw(frame(10));
    expect(screen.draw(frame(11))).not.toMatch(/\x1b\[[\d;]*[rsLMST]/);
  });
});

/** A list above a detail, each as wide as the screen; one row of each list is the cursor's. */
function stackedFrame({ list, detail, listTop, detailTop, isBarAt }: Panes): string {
  const row = (y: number) => {
    const text = list[listTop + y] ?? '';
    return isBarAt === y ? `\x1b[7m${text}\x1b[27m\x1b[m` : text;
  };
  const above = Array.from({ length: 5 }, (_, y) => row(y));
  const below = Array.from({ length: STACKED_ROWS - 9 }, (_, y) => detail[detailTop + y] ?? '');
  return ['\x1b[1mhead\x1b[m', ...above, '─'.repeat(COLUMNS), ...below, '─'.repeat(COLUMNS), 'foot'].join('\n');
}

describe('on every terminal', () => {
  it('a list above a detail, each of which scrolls, loses rows and gets some, shows what the frame shows', async () => {
    let scrolls = 0;
    for (let seed = 1; seed <= SEQUENCES; seed++) {
      const random = createRandom(seed);
      const source: Source = { random, glyphs: [...AGREED, ...DISPUTED], columns: COLUMNS, rows: STACKED_ROWS };
      const list = Array.from(
        { length: 60 },
        (_, number) => `${number} ${randomLine({ ...source, columns: COLUMNS - 3 })}`,
      );
      const detail = Array.from({ length: 60 }, () => (random() < 0.4 ? '' : randomLine(source)));
      const emulator = openEmulator(COLUMNS, STACKED_ROWS);
      await feed(emulator, '\x1b[?7l');
      const screen = createScreen(COLUMNS, STACKED_ROWS, { color: true });
      let panes: Panes = { list, detail, listTop: 20, detailTop: 20, isBarAt: 3 };
      for (let step = 0; step < FRAMES; step++) {
        const frame = stackedFrame(panes);
        const maxBytes = random() < 0.2 ? 100 : undefined;
        do {
          const bytes = screen.draw(frame, maxBytes);
          if (LINES.test(bytes)) scrolls++;
          expect(bytes).not.toMatch(MARGINS);
          await feed(emulator, bytes);
        } while (screen.isBehind());
        const reference = await referenceOf(frame, COLUMNS, STACKED_ROWS);
        expect(
          differences(emulator, reference, COLUMNS, STACKED_ROWS).slice(0, 5),
          `seed ${seed}, step ${step}`,
        ).toEqual([]);
        reference.dispose();
        panes = changedPanes(panes, random);
      }
      emulator.dispose();
    }
    expect(scrolls).toBeGreaterThan(SEQUENCES);
  }, 600_000);

  it.each([
    ['a line up', 21, 1],
    ['a line down', 19, 1],
    ['four lines up', 24, 4],
  ])('a detail below a list that scrolls %s costs its new lines and 24 bytes', (_name, detailTop, count) => {
    const detail = Array.from({ length: 60 }, (_, number) => `line ${number} of a letter that is long enough`);
    const list = Array.from({ length: 60 }, (_, number) => `conversation ${number}`);
    const panes: Panes = { list, detail, listTop: 0, detailTop: 20, isBarAt: -1 };
    const screen = createScreen(COLUMNS, STACKED_ROWS, { color: true });
    screen.draw(stackedFrame(panes));
    const bytes = screen.draw(stackedFrame({ ...panes, detailTop }));
    expect(bytes.length).toBeLessThanOrEqual(count * (detail[20]!.length + 2) + 24);
  });

  it('a row that leaves the list costs a deleted line and the row that comes in', () => {
    const list = Array.from(
      { length: 60 },
      (_, number) => `${number} ${'refund invoice parcel'.slice(number % 9)} ${number}`,
    );
    const panes: Panes = { list, detail: [], listTop: 0, detailTop: 0, isBarAt: -1 };
    const screen = createScreen(COLUMNS, STACKED_ROWS, { color: true });
    screen.draw(stackedFrame(panes));
    const bytes = screen.draw(stackedFrame({ ...panes, list: list.toSpliced(1, 1) }));
    expect(bytes).toContain('\x1b[3;6r\x1b[6H\x1bD\x1b[r');
    expect(bytes.length).toBeLessThanOrEqual(list[5]!.length + 26);
  });

  it('the last row of a band moves too, if the row that takes its place costs no more than over a blank', () => {
    const text = (number: number) => `${'refund invoice parcel '.slice(number % 9)}${number}`.padEnd(40, '. ');
    const list = Array.from({ length: 60 }, (_, number) => (number < 5 ? text(number) : `row ${number}`));
    const panes: Panes = { list, detail: [], listTop: 0, detailTop: 0, isBarAt: -1 };
    const screen = createScreen(COLUMNS, STACKED_ROWS, { color: true });
    screen.draw(stackedFrame(panes));
    const bytes = screen.draw(stackedFrame({ ...panes, listTop: 2 }));
    expect(bytes).toContain('\x1b[2;6r\x1b[2H\x1b[2M\x1b[r');
    expect(bytes).not.toContain('invoice');
  });

  it('nothing scrolls into the scrollback: no line leaves the screen over its upper edge', async () => {
    const emulator = openEmulator(COLUMNS, STACKED_ROWS);
    const screen = createScreen(COLUMNS, STACKED_ROWS, { color: true });
    const frame = (from: number) =>
      Array.from({ length: STACKED_ROWS }, (_, y) => `line ${from + y} of a long letter`).join('\n');
    for (const from of [0, 1, 4, 2, 9]) await feed(emulator, screen.draw(frame(from)));
    expect(emulator.scrolledAway()).toBe(0);
  });
});

/** One of the panes scrolls, a row leaves or comes, or the cursor moves. */
function changedPanes(panes: Panes, random: () => number): Panes {
  const by = Math.floor(random() * 9) - 4;
  const isBarAt = random() < 0.5 ? Math.floor(random() * 6) : panes.isBarAt;
  const kind = random();
  if (kind < 0.25) return { ...panes, isBarAt, listTop: 20 + by };
  if (kind < 0.65) return { ...panes, isBarAt, detailTop: Math.max(0, panes.detailTop + by) };
  const at = panes.listTop + Math.floor(random() * 5);
  const [gone, added] = kind < 0.85 ? [1, []] : [0, ['new row']];
  return { ...panes, isBarAt, list: panes.list.toSpliced(at, gone, ...added) };
}

describe('on a terminal that has not said that it has margins', () => {
  it('no byte that sets or uses left and right ones goes out, for any frames', () => {
    const detail = Array.from({ length: 60 }, (_, number) => `line ${number} of a letter that is long enough`);
    const panes = { list: Array<string>(60).fill(' '.repeat(24)), detail, listTop: 0, detailTop: 0, isBarAt: -1 };
    const screen = createScreen(COLUMNS, ROWS, { color: true });
    for (const detailTop of [0, 1, 2, 9, 4, 3, 20])
      expect(screen.draw(panesFrame({ ...panes, detailTop }))).not.toMatch(MARGINS);
    screen.forget();
    expect(screen.draw(panesFrame(panes))).not.toMatch(MARGINS);
  });
});
