import { searchKey } from '../../text/search-key.ts';
import type { Detail, Find } from '../world.ts';
import type { DetailLine } from './line.ts';
import { topShowing } from './move.ts';
import { finish, type Steps } from './slices.ts';

type Lines = readonly DetailLine[];

/** The line with these words after (1) or before (-1) `from`, wrapping around, or -1. */
export function* findLineSteps(lines: Lines, words: string, from: number, direction: 1 | -1): Steps<number> {
  const wanted = searchKey(words);
  for (let step = 1; step <= lines.length; step++) {
    const at = (((from + step * direction) % lines.length) + lines.length) % lines.length;
    if (holds(lines, at, wanted)) return at;
    yield COST_OF_LINE + lines[at]!.text.length;
  }
  return -1;
}

/** The cost of looking at a line in addition to its characters, counted in characters. */
const COST_OF_LINE = 10;

/** The same in one step. */
export function findLine(...args: Parameters<typeof findLineSteps>): number {
  return finish(findLineSteps(...args));
}

/**
 * Whether the words begin in a line. They may continue in the next word of the same text, because a match may cross a
 * wrapped line's end.
 */
function holds(lines: Lines, at: number, wanted: string): boolean {
  const { text, role, entryKey } = lines[at]!;
  const line = searchKey(text);
  const begins = (joined: string): boolean => {
    const place = joined.indexOf(wanted);
    return place !== -1 && place < line.length;
  };
  const next = lines[at + 1];
  if (role === 'head' || next?.entryKey !== entryKey || next.role !== role) return begins(line);
  const [word = ''] = next.text.split(' ', 1);
  return begins(`${line} ${searchKey(word)}`) || begins(searchKey(text + word));
}

/** The detail scrolled to the line that was found, with its entry selected. */
export function showLine(detail: Detail, lines: Lines, find: Find & { readonly line: number }, rows: number): Detail {
  const entryKey = lines[find.line]?.entryKey ?? detail.entryKey;
  const top = topShowing({ start: find.line, end: find.line + 1 }, detail.top, lines, rows);
  return { ...detail, entryKey, top, find };
}
