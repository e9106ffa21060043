import { searchKey } from '../text/search-key.ts';
import { topShowing } from './detail.ts';
import type { DetailLine } from './detail-line.ts';
import type { Detail } from './world.ts';

type Lines = readonly DetailLine[];

/** The line with these words that follows (1) or precedes (-1) `from`, round the end; -1: there is none. */
export function findLine(lines: Lines, words: string, from: number, direction: 1 | -1): number {
  const wanted = searchKey(words);
  for (let step = 1; step <= lines.length; step++) {
    const at = (((from + step * direction) % lines.length) + lines.length) % lines.length;
    if (textsOf(lines, at).some(text => beginsIn(lines[at]!.text, text, wanted))) return at;
  }
  return -1;
}

const beginsIn = (line: string, text: string, wanted: string): boolean => {
  const place = searchKey(text).indexOf(wanted);
  return place !== -1 && place < searchKey(line).length;
};

/**
 * A line, and it with the word that follows in the same text: what is looked for may stand over a wrapped line's end.
 */
function textsOf(lines: Lines, at: number): readonly string[] {
  const { text, role, entryKey } = lines[at]!;
  const next = lines[at + 1];
  if (role === 'head' || next?.entryKey !== entryKey || next.role !== role) return [text];
  const [word = ''] = next.text.split(' ');
  return [text, `${text} ${word}`, `${text}${word}`];
}

/** The passages that are folded, by key: what is in them is not among the lines. */
export const foldedIn = (lines: Lines): readonly string[] =>
  lines.flatMap(({ role, foldKey }) => (role === 'fold' && foldKey !== null ? [foldKey] : []));

/** The detail with this line in view and its entry selected. */
export function showLine(detail: Detail, lines: Lines, at: number, words: string, rows: number): Detail {
  const entryKey = lines[at]?.entryKey ?? detail.entryKey;
  const top = topShowing({ start: at, end: at + 1 }, detail.top, lines, rows);
  return { ...detail, entryKey, top, find: { words, line: at } };
}
