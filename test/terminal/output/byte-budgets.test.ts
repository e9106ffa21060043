import { describe, expect, it } from 'vitest';
import { createScreen } from '../../../src/terminal/output/screen.ts';
import { changedText, lettersOf } from '../../harness/changed-text.ts';
import { type Desk, deskFrame, listWidth, topAfter } from './synthetic-desk.ts';

const SIZES = [
  [80, 24],
  [120, 40],
  [200, 50],
] as const;

/** A screen that shows the desk, and what each further state of it costs in bytes. */
function costs(columns: number, rows: number, first: Partial<Desk> = {}) {
  const screen = createScreen(columns, rows, { color: true });
  let desk: Desk = { columns, rows, at: 2, top: 0, highlight: 'marker', ...first };
  const draw = () => Buffer.byteLength(screen.draw(deskFrame(desk)));
  draw();
  return {
    become(next: Partial<Desk>): number {
      desk = { ...desk, ...next };
      return draw();
    },
    frame: () => deskFrame(desk),
  };
}

describe.each(SIZES)('at %i columns and %i rows', (columns, rows) => {
  it('moves the marker down and up for at most 8 bytes', () => {
    const desk = costs(columns, rows);
    for (const at of [3, 4, 5, 4, 3]) expect(desk.become({ at })).toBeLessThanOrEqual(8);
  });

  it('moves a bar of 60 cells for at most 140 bytes, and one as wide as the list within the budget', () => {
    const desk = costs(columns, rows, { highlight: 'bar' });
    const budget = Math.min({ 80: 110, 120: 140, 200: 210 }[columns], 2 * listWidth(columns) + 20);
    for (const at of [3, 4, 5, 4, 3]) expect(desk.become({ at })).toBeLessThanOrEqual(budget);
  });

  it('goes down 60 times from the top for at most 90 bytes each on the mean', () => {
    const desk = costs(columns, rows, { at: 0 });
    let [total, top] = [0, 0];
    for (let at = 1; at <= 60; at++) {
      top = topAfter(top, at, rows);
      total += desk.become({ at, top });
    }
    expect(total / 60).toBeLessThanOrEqual(90);
  });

  it('shows a typed character for one byte, takes it back for three', () => {
    const desk = costs(columns, rows);
    desk.become({ typed: '' });
    for (let length = 1; length <= 40; length++)
      expect(desk.become({ typed: 'printer'.repeat(6).slice(0, length) })).toBe(1);
    expect(desk.become({ typed: 'printer'.repeat(6).slice(0, 39) })).toBe(3);
  });

  it('marks a row for at most 4 bytes', () => {
    const desk = costs(columns, rows);
    expect(desk.become({ marked: [2] })).toBeLessThanOrEqual(4);
    expect(desk.become({ marked: [] })).toBeLessThanOrEqual(4);
  });

  it('costs nothing while nothing changes', () => {
    const desk = costs(columns, rows);
    expect(desk.become({})).toBe(0);
  });

  it('scrolls the message by a line for at most 1.15 times the text that changes', () => {
    const desk = costs(columns, rows, { scroll: 0 });
    for (let scroll = 1; scroll <= 10; scroll++) {
      const before = desk.frame();
      const bytes = desk.become({ scroll });
      expect(bytes).toBeLessThanOrEqual(1.15 * changedText(before, desk.frame()));
    }
  });

  it('draws the first screen for at most 1.15 times the text on it', () => {
    const screen = createScreen(columns, rows, { color: true });
    const frame = deskFrame({ columns, rows, at: 2, top: 0, highlight: 'marker' });
    const text = lettersOf(frame).reduce((sum, line) => sum + Buffer.byteLength(line.trimEnd()), 0);
    expect(Buffer.byteLength(screen.draw(frame))).toBeLessThanOrEqual(1.15 * text);
  });
});

it('moves a bar of exactly 60 cells for at most 140 bytes', () => {
  const screen = createScreen(120, 40, { color: true });
  const row = (y: number, at: number) => {
    const text = `${y} printer is very slow since the update of Monday please`.padEnd(60);
    return `${' '.repeat(22)}${y === at ? `\x1b[7m${text}\x1b[27m` : text}│ detail`;
  };
  const frame = (at: number) => Array.from({ length: 40 }, (_, y) => row(y, at)).join('\n');
  screen.draw(frame(0));
  for (const at of [1, 2, 3, 2]) expect(Buffer.byteLength(screen.draw(frame(at)))).toBeLessThanOrEqual(140);
});
