import { describe, expect, it } from 'vitest';
import { createCellTable } from '../../../src/terminal/output/cells.ts';
import { type CellRow, parseRow } from '../../../src/terminal/output/row.ts';
import { width } from '../../../src/text/width.ts';

function parse(line: string, columns = 12): CellRow {
  return parseRow(line, columns, createCellTable(), true);
}
function textOf({ cells }: CellRow): string {
  return cells.map(({ text }) => text).join('');
}

describe('a line of a frame', () => {
  it('has as many cells as the screen has columns', () => {
    expect(parse('ab').cells).toHaveLength(12);
    expect(parse('a'.repeat(50)).cells).toHaveLength(12);
    expect(parse('漢'.repeat(50)).cells).toHaveLength(12);
  });

  it('holds the same objects for the same cells, so that comparing is ===', () => {
    const table = createCellTable();
    const [first, second] = ['a\x1b[31mé漢e\u0301', 'a\x1b[;31mé漢e\u0301'].map(line => parseRow(line, 9, table, true));
    for (const [x, cell] of first!.cells.entries()) expect(second!.cells[x]).toBe(cell);
  });

  it.each([
    ['a clipboard write', 'a\x1b]52;c;ZXZpbA==\x07b', 'ab'],
    ['a link', 'a\x1b]8;;http://x\x1b\\b', 'ab'],
    ['a string without its end', 'a\x1b]0;title', 'a'],
    ['a device control string', 'a\x1bP1$r0m\x1b\\b', 'ab'],
    ['a cursor move', 'a\x1b[2;2Hb', 'ab'],
    ['a clearing of the screen', 'a\x1b[2Jb', 'ab'],
    ['a mode', 'a\x1b[?1049lb', 'ab'],
    ['a reset', 'a\x1bcb', 'ab'],
    ['a character set', 'a\x1b(0b', 'ab'],
    ['a lone escape at the end', 'ab\x1b', 'ab'],
    ['a sequence cut short', 'ab\x1b[1;3', 'ab'],
    ['an underline style with a colon', 'a\x1b[4:3mb', 'ab'],
    ['an 8-bit sequence', 'a\x9b2Jb', 'ab'],
    ['an 8-bit string', 'a\x9d52;c;eA==\x9cb', 'ab'],
    ['C0, DEL and C1', 'a\x07\b\r\t\0\x7f\x85\x8db', 'ab'],
    ['what nobody sees', 'a\u200b\u202e\u2066\ufeffb', 'ab'],
  ])('loses %s', (_, line, kept) => {
    const row = parse(line);
    expect(textOf(row).trimEnd()).toBe(kept);
    expect(row.cells.every(({ style }) => style === 0)).toBe(true);
  });

  it('leaves a mark without a base the blank column that Ink has laid out for it', () => {
    expect(textOf(parse('\u0301x')).trimEnd()).toBe(' x');
  });

  it('leaves vowels and endings of Hangul without a beginning as many blank columns as they were counted for', () => {
    for (const run of [
      '\u1161',
      '\u1161\u1161',
      '\u1161\u1162\u1175\u1163',
      '\u11a8\u11a8\u11a8',
      '\ud7b0\ud7b0\ud7cb',
    ])
      expect(textOf(parse(`${run}x`)).indexOf('x'), JSON.stringify(run)).toBe(width(run));
    expect(textOf(parse('ab\u1161\u1161\u1161\u1161', 4))).toBe('ab  ');
  });

  it('counts a letter the same alone and as what is left of a cluster', () => {
    const long = `\u0904${'\u0903'.repeat(7)}${'\u0301'.repeat(60)}`;
    for (const order of [
      ['\u0e33', '\u1161\u0e33', '\u0e33'],
      ['\u1161\u0e33', '\u0e33'],
      [long, '\u0904'],
      ['\u0904', long],
    ]) {
      const table = createCellTable();
      const ends = order.map(text => parseRow(`${text}x`, 12, table, true).cells.findIndex(cell => cell.text === 'x'));
      expect(ends, JSON.stringify(order)).toEqual(order.map(width));
    }
  });

  it('draws a blank if a wide character has room for one half only', () => {
    expect(textOf(parse('a漢漢', 4))).toBe('a漢 ');
  });

  it('ends after its last cell that is not a plain blank', () => {
    expect(parse('ab   ').end).toBe(2);
    expect(parse('ab\x1b[7m  ').end).toBe(4);
    expect(parse('ab\x1b[1;31m  ').end).toBe(2);
  });

  it('takes the mark of the cursor out and keeps its column', () => {
    expect(parse('漢a\x1b[53mb\x1b[55mc').mark).toBe(3);
    expect(textOf(parse('a\x1b[53m \x1b[55m')).trimEnd()).toBe('a');
    expect(parse('abc').mark).toBe(-1);
  });

  it('cuts a cluster of unreasonable length to its first character', () => {
    expect(textOf(parse(`a${'\u0301'.repeat(500)}b`)).trimEnd()).toBe('ab');
  });
});
