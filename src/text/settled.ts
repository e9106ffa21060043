import { EMOJI, NO_CELL, plainColumns } from './unicode.ts';

/** A flag that tags may follow is one character with them. */
const FLAG_WITH_TAGS = 0x1f3f4;
const LETTER = /^\p{L}/u;

/**
 * How much of the beginning of a raw text can be made safe before the rest is known: up to a character after which
 * nothing waits for the next one, as a CR, a joiner or half a pair does. This part made safe, with the rest behind it,
 * made safe again, is the same as the whole made safe.
 */
export function settledLength(raw: string): number {
  for (let end = raw.length; end > 0; ) {
    const start = isPair(raw, end) ? end - 2 : end - 1;
    if (isSettledBy(raw.slice(start, end))) return end;
    end = start;
  }
  return 0;
}

function isPair(raw: string, end: number): boolean {
  return end > 1 && /^[\ud800-\udbff][\udc00-\udfff]$/.test(raw.slice(end - 2, end));
}

function isSettledBy(character: string): boolean {
  if (character === '\n' || plainColumns(character.charCodeAt(0)) > 0) return true;
  if (character.codePointAt(0) === FLAG_WITH_TAGS || NO_CELL.test(character)) return false;
  return LETTER.test(character) || EMOJI.test(character);
}
