import { eachGrapheme } from './width.ts';

/** Whether a text is ASCII alone: without accents, marks and other forms of its letters. */
export function isAscii(text: string): boolean {
  return /^[\x00-\x7f]*$/.test(text);
}

/**
 * A text as it is compared with a search: without case and accents. The marks are removed first: normalising sorts the
 * marks on one letter, in time that grows with the square of their number.
 */
export function searchKey(text: string): string {
  if (isAscii(text)) return text.toLowerCase();
  return withoutMarks(withoutMarks(text).normalize('NFD')).toLowerCase();
}

function withoutMarks(text: string): string {
  return text.replace(/\p{M}+/gu, '');
}

/** A text as words are found in it: without case and accents, and with one form of sigma. */
export function findKey(text: string): string {
  // The lower case of a sigma depends on its place in the word.
  return searchKey(text).replaceAll('ς', 'σ');
}

/** A part of a text, by the offsets (UTF-16) of its start and its end. */
export interface Span {
  readonly from: number;
  readonly to: number;
}

/** The parts of a text that are at these places of its key; characters are never split. */
export function spansOfKey<Place extends Span>(text: string, spans: readonly Place[]): readonly Place[] {
  if (spans.length === 0 || isAscii(text)) return spans;
  const places: Span[] = [];
  eachGrapheme(text, (from, to) => {
    for (let left = findKey(text.slice(from, to)).length; left > 0; left -= 1) places.push({ from, to });
  });
  return spans.flatMap(span => {
    const [first, last] = [places[span.from], places[span.to - 1]];
    return first && last ? [{ ...span, from: first.from, to: last.to }] : [];
  });
}
