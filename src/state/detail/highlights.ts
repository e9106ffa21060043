import { type Span, spansOfKey } from '../../text/find-key.ts';
import type { Find } from '../world.ts';
import { firstMatchFrom } from './find.ts';
import type { DetailLine } from './line.ts';

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
    const marked = role === 'fold' ? [] : spansOfKey(text, marksAt(find, places[index]!));
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
