import { findKey, type Span, spansOfKey } from '../../text/search-key.ts';
import type { Find, Match } from '../world/text-search.ts';
import type { Detail } from '../world.ts';
import type { DetailLine } from './line.ts';
import { topShowing } from './move.ts';
import { runToEnd, type Steps } from './slices.ts';

type Lines = readonly DetailLine[];

/** The cost of looking at a line in addition to its characters, counted in characters. */
const COST_OF_LINE = 10;

/** No agent steps through more, and each one takes memory. */
const MAX_MATCHES = 100_000;

/**
 * The places of these words in the lines, in order; no two of them share a character. A match may go on in the next line
 * of the same text: a wrapped line ended there, with a blank or within a word.
 */
export function* matchSteps(lines: Lines, words: string): Steps<readonly Match[]> {
  const wanted = findKey(words);
  const found: Match[] = [];
  let key = findKey(lines[0]?.text ?? '');
  let taken = 0;
  for (let line = 0; line < lines.length && wanted !== '' && found.length < MAX_MATCHES; line += 1) {
    const next = findKey(lines[line + 1]?.text ?? '');
    const from = addWithin(key, line, wanted, taken, found);
    taken = goesOn(lines, line) ? addAcross(key, next, line, wanted, from, found) : 0;
    key = next;
    yield COST_OF_LINE + key.length;
  }
  return found;
}

function goesOn(lines: Lines, line: number): boolean {
  const { role, entryKey } = lines[line]!;
  const next = lines[line + 1];
  return role !== 'head' && next !== undefined && next.entryKey === entryKey && next.role === role;
}

/** Adds the matches within a line from an offset on; returns the end of the last one. */
function addWithin(key: string, line: number, wanted: string, taken: number, found: Match[]): number {
  let end = taken;
  for (let from = key.indexOf(wanted, end); from !== -1; from = key.indexOf(wanted, end)) {
    end = from + wanted.length;
    found.push({ line, from, to: end, over: 0 });
  }
  return end;
}

/** Adds the match that begins in a line and ends in the next one; returns how much of the next one it takes. */
function addAcross(key: string, next: string, line: number, wanted: string, taken: number, found: Match[]): number {
  const start = Math.max(taken, key.length - wanted.length + 1);
  const end = key.slice(start);
  const begin = next.slice(0, wanted.length);
  const places = ([' ', ''] as const).flatMap(blank => {
    const at = `${end}${blank}${begin}`.indexOf(wanted);
    return at === -1 || at >= end.length ? [] : [{ at, over: at + wanted.length - end.length - blank.length }];
  });
  const [first] = places.sort((a, b) => a.at - b.at);
  if (!first) return 0;
  found.push({ line, from: start + first.at, to: key.length, over: first.over });
  return first.over;
}

/** The same in one step. */
export function matchesIn(...args: Parameters<typeof matchSteps>): readonly Match[] {
  return runToEnd(matchSteps(...args));
}

/** The index of the first match in this line or below it; the number of matches if no match follows. */
export function firstMatchFrom(matches: readonly Match[], line: number): number {
  let [low, high] = [0, matches.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (matches[middle]!.line < line) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The detail scrolled to the line that was found, with its entry selected. */
export function showLine(detail: Detail, lines: Lines, find: Find & { readonly line: number }, rows: number): Detail {
  const entryKey = lines[find.line]?.entryKey ?? detail.entryKey;
  const top = topShowing({ start: find.line, end: find.line + 1 }, detail.top, lines, rows);
  return { ...detail, entryKey, top, find };
}

/** A part of a line's text that a search found. */
export interface Highlight extends Span {
  /** It is the match that the search has gone to. */
  readonly isCurrent: boolean;
}

/**
 * The matches in some lines, by the lines' indexes. `places` are those of `placesUnfolded`. Looks only at the lines from
 * `start` to `end` and at their matches.
 */
export function highlightsIn(
  find: Find,
  lines: readonly DetailLine[],
  places: readonly number[],
  start: number,
  end: number,
): ReadonlyMap<number, readonly Highlight[]> {
  const found = new Map<number, readonly Highlight[]>();
  for (let index = start; index < Math.min(end, lines.length); index += 1) {
    const { role, text } = lines[index]!;
    const marked = isClosed(role) ? [] : spansOfKey(text, marksAt(find, places[index]!));
    if (marked.length > 0) found.set(index, marked);
  }
  return found;
}

/** The matches at a line, and the one that goes on there from the line before. */
function marksAt({ matches, current, line: shown }: Find, place: number): readonly Highlight[] {
  const marks: Highlight[] = [];
  for (let at = firstMatchFrom(matches, place - 1); matches[at] !== undefined && matches[at]!.line <= place; at += 1) {
    const { line, from, to, over } = matches[at]!;
    const isCurrent = at === current && shown !== null;
    if (line === place) marks.push({ from, to, isCurrent });
    else if (over > 0) marks.push({ from: 0, to: over, isCurrent });
  }
  return marks;
}

/** The passages that the agent opened, without the one that a search opened. */
export function ownOpened({ opened, find }: Detail): ReadonlySet<string> {
  const foldKey = find?.foldKey ?? null;
  return foldKey === null ? opened : new Set([...opened].filter(key => key !== foldKey));
}

/** The detail without a search; the passage that the search opened is folded again. */
export function withoutFind(detail: Detail): Detail {
  return { ...detail, opened: ownOpened(detail), find: null };
}

/** These passages and all that are folded among the lines; the same set if there are none. */
export function allOpened(opened: ReadonlySet<string>, lines: Lines): ReadonlySet<string> {
  const folded = lines.flatMap(({ role, foldKey }) => (isClosed(role) && foldKey !== null ? [foldKey] : []));
  return folded.length === 0 ? opened : new Set([...opened, ...folded]);
}

/**
 * For each of the lines its index in `all`, with nothing folded: the lines of a closed passage are its first lines there,
 * or the last one.
 */
export function placesUnfolded(lines: Lines, all: Lines): readonly number[] {
  let next = 0;
  return lines.map(({ role, foldKey }, index) => {
    const place = next;
    const isLast = lines[index + 1]?.foldKey !== foldKey || foldKey === null;
    const isMore = (at: number) => foldKey !== null && all[at] !== undefined && all[at]!.foldKey === foldKey;
    if (!isClosed(role) || isMore(next + 1)) next += 1;
    if (isLast && (isClosed(role) || role === 'head')) while (isMore(next)) next += 1;
    return place;
  });
}

function isClosed(role: DetailLine['role']): boolean {
  return role === 'fold' || role === 'short';
}

/** The index in the lines, some of them folded, of the line at an index in `all`. */
export function placeFolded(lines: Lines, all: Lines, place: number): number {
  const below = placesUnfolded(lines, all).findIndex(unfolded => unfolded > place);
  return below === -1 ? lines.length - 1 : Math.max(0, below - 1);
}
