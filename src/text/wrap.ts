import type { SafeBlock, SafeText } from './safe.ts';
import { trimEnd } from './trim-end.ts';
import { eachGrapheme, width } from './width.ts';

// Quote signs, indentation and the sign of a list item: a continued line repeats them or hangs under them.
const PREFIX = /^((?: {0,3}>){0,40} ?)( *)((?:[-*•·–] |\d{1,3}[.)] )?)/;
// Signs that must not begin a line, and signs that must not end one (the common part of the CJK rules).
const NOT_FIRST =
  /^[、。，．・：；？！）〕］｝〉》」』】〙〗…‥ー々ぁぃぅぇぉっゃゅょゎァィゥェォッャュョヮ,.;:?!)\]}%’”]/u;
const NOT_LAST = /[（〔［｛〈《「『【〘〖([{‘“]$/u;

/**
 * The lines of a text, none wider than `columns` (a single wider character stands alone). Breaks at spaces and between
 * wide characters, inside a word only if it must; a continued line keeps the quote signs and hangs under its
 * indentation; blank lines stay. Linear in the length of the text.
 */
export function wrap(block: SafeBlock | SafeText, columns: number): SafeText[] {
  const wrapped: string[] = [];
  for (const line of block.split('\n')) {
    if (line.length <= columns && width(line) <= columns) wrapped.push(line);
    else wrapLine(line, Math.max(1, columns), wrapped);
  }
  return wrapped as SafeText[];
}

function wrapLine(line: string, columns: number, wrapped: string[]): void {
  const { first, next, room } = prefixOf(line, columns);
  const pieces = fold(line.slice(first.length), room);
  for (const [index, piece] of pieces.entries()) wrapped.push((index === 0 ? first : next) + piece);
}

// A prefix that leaves less than half of the line counts as text, or nothing would fit beside it.
function prefixOf(line: string, columns: number): { first: string; next: string; room: number } {
  const [whole = '', quote = '', indent = '', item = ''] = PREFIX.exec(line) ?? [];
  if (width(whole) <= columns / 2) {
    return { first: whole, next: quote + indent + ' '.repeat(width(item)), room: columns - width(whole) };
  }
  return { first: '', next: '', room: columns };
}

/** The start of the line being filled, its columns so far, and the last place where it can be broken. */
type Fill = { from: number; columns: number; end: number; resume: number; columnsAfter: number };

function fold(text: string, room: number): string[] {
  const pieces: string[] = [];
  const fill: Fill = { from: 0, columns: 0, end: 0, resume: 0, columnsAfter: 0 };
  let before = ' ';
  let beforeColumns = 1;
  eachGrapheme(text, (start, end, columns) => {
    const character = text.slice(start, end);
    if (character === ' ') {
      if (before !== ' ') fill.end = start;
      fill.resume = end;
      fill.columnsAfter = 0;
      // Spaces beyond the edge stay there unseen.
      if (fill.columns < room) fill.columns += 1;
    } else {
      const isWideEdge = columns > 1 || (beforeColumns > 1 && before !== ' ');
      if (isWideEdge && before !== ' ' && !NOT_FIRST.test(character) && !NOT_LAST.test(before)) {
        fill.end = start;
        fill.resume = start;
        fill.columnsAfter = 0;
      }
      while (fill.columns > 0 && fill.columns + columns > room) breakLine(text, start, fill, pieces);
      fill.columns += columns;
      fill.columnsAfter += columns;
    }
    before = character;
    beforeColumns = columns;
  });
  pieces.push(trimEnd(text.slice(fill.from), ' '));
  return pieces;
}

function breakLine(text: string, start: number, fill: Fill, pieces: string[]): void {
  const isAtBreak = fill.resume > fill.from;
  const end = isAtBreak ? fill.end : start;
  if (end > fill.from) pieces.push(text.slice(fill.from, end));
  fill.from = isAtBreak ? fill.resume : start;
  fill.columns = isAtBreak ? fill.columnsAfter : 0;
  fill.columnsAfter = fill.columns;
  fill.end = fill.from;
  fill.resume = fill.from;
}
