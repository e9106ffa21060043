import { describe, expect, it } from 'vitest';
import { createScreen } from '../../../src/terminal/output/screen.ts';
import { createRandom } from '../../harness/random.ts';
import { createMarginTerminal } from './margin-terminal.ts';
import { AGREED, nextFrame, randomFrame, randomLine, type Source } from './random-frames.ts';

const SEQUENCES = process.env.FRONTDESK_FULL === '1' ? 2000 : 40;
const FRAMES = 8;
/** What sets or uses margins: DECLRMM, DECSLRM, DECSTBM, SU, SD. */
const MARGINS = /\x1b\[(?:\?69[hl]|[\d;]*[rsST])/;

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
          if (/\x1b\[\d*[ST]/.test(bytes)) scrolls++;
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
    expect(screen.draw(frame(11))).not.toMatch(MARGINS);
  });
});

describe('on a terminal that has not said that it has margins', () => {
  it('no byte that sets or uses them goes out, for any frames', () => {
    const detail = Array.from({ length: 60 }, (_, number) => `line ${number} of a letter that is long enough`);
    const panes = { list: Array<string>(60).fill(' '.repeat(24)), detail, listTop: 0, detailTop: 0, isBarAt: -1 };
    const screen = createScreen(COLUMNS, ROWS, { color: true });
    for (const detailTop of [0, 1, 2, 9, 4, 3, 20])
      expect(screen.draw(panesFrame({ ...panes, detailTop }))).not.toMatch(MARGINS);
    screen.forget();
    expect(screen.draw(panesFrame(panes))).not.toMatch(MARGINS);
  });
});
