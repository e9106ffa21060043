import { messageLimits } from '../../../contract/message.ts';
import { isAscii } from '../../../text/search-key.ts';

/** Scripts written without spaces: their text is split into pairs of characters. */
const unspaced = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\u30fc]+/gu;
const spaced = /[^\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\u30fc]+/gu;
const run = /[\p{L}\p{N}\p{Mc}]+/gu;
/** The same of a text without other letters, which takes a fraction of the time. */
const asciiRun = /[a-z0-9]+/g;
/** Marks are dropped, except the two that make another kana. */
const marks = /(?![\u3099\u309a])\p{Mn}/gu;
const letters: Readonly<Record<string, string>> = { ς: 'σ', ø: 'o', ł: 'l', đ: 'd', ħ: 'h', æ: 'ae', œ: 'oe' };
/**
 * No script has more marks on one letter; normalising sorts them, in time that grows with the square of their number.
 */
const crowds = /(\p{M}{30})\p{M}+/gu;
/**
 * The longest message, in Hangul, decomposes into three times as many characters. Only texts of signs that stand for
 * many letters decompose into more.
 */
const MAX_FOLDED = 3 * messageLimits.characters;
/** Recomposed, no text written by people is longer than this. */
const MAX_SEARCHED = 1.5 * messageLimits.characters;
/** Longer words (mostly encoded files) are cut. */
const MAX_WORD_LENGTH = 64;

/** How long the pieces are in which a text is folded: each step of it makes a copy, of up to 18 times its size. */
const PIECE_LENGTH = 4_096;
/** A character that never becomes one with that before it: no mark, no jamo within a syllable. */
const first = /[^\p{M}\u1160-\u11ff\uff9e\uff9f]/gu;

/** Without case and accents, and the same for the same letters however they are composed. */
function folded(text: string): string {
  if (isAscii(text)) return text.toLowerCase();
  let [whole, left] = ['', MAX_FOLDED];
  for (let at = 0; at < text.length && left > 0; ) {
    first.lastIndex = at + PIECE_LENGTH;
    const end = first.exec(text)?.index ?? text.length;
    const piece = text.slice(at, end).replace(crowds, '$1').normalize('NFKD').slice(0, left);
    whole += foldedLetters(piece);
    left -= piece.length;
    at = end;
  }
  return whole.slice(0, MAX_SEARCHED);
}

function foldedLetters(decomposed: string): string {
  return decomposed
    .toUpperCase()
    .toLowerCase()
    .replace(marks, '')
    .replace(/[ςøłđħæœ]/g, letter => letters[letter]!)
    .normalize('NFC');
}

function cut(word: string): string {
  return word.length <= MAX_WORD_LENGTH
    ? word
    : [...word.slice(0, 2 * MAX_WORD_LENGTH)].slice(0, MAX_WORD_LENGTH).join('');
}

/** Each two characters that follow each other, then the last one. A list of all would be many times as long as the word. */
function* pairs(word: string): Generator<string> {
  let before = '';
  for (const character of word) {
    if (before !== '') yield before + character;
    before = character;
  }
  yield before;
}

/** Where a part of a long text may end: a match of all its words at once takes a hundred times its memory. */
const PART_LENGTH = 16_384;
const between = /[^\p{L}\p{N}\p{Mc}]/gu;

function* wholeWords(text: string): Generator<string> {
  const word = isAscii(text) ? asciiRun : run;
  for (let at = 0; at < text.length; ) {
    between.lastIndex = at + PART_LENGTH;
    const end = between.exec(text)?.index ?? text.length;
    yield* text.slice(at, end).match(word) ?? [];
    at = end;
  }
}

function* parts(text: string): Generator<{ word: string; isSpaced: boolean }> {
  for (const whole of wholeWords(folded(text))) {
    if (isAscii(whole)) {
      yield { word: cut(whole), isSpaced: true };
      continue;
    }
    for (const [word] of whole.matchAll(spaced)) yield { word: cut(word), isSpaced: true };
    for (const [word] of whole.matchAll(unspaced)) yield { word, isSpaced: false };
  }
}

/** The words of a text as stored for searching. The last character of an unspaced word is also a word. */
export function* eachWord(text: string): Generator<string> {
  for (const { word, isSpaced } of parts(text)) {
    if (isSpaced) yield word;
    else yield* pairs(word);
  }
}

/** The same of a short text. */
export function searchWords(text: string): string[] {
  return [...eachWord(text)];
}

/**
 * The words that must all be found, as prefixes. A word that is the beginning of another one is left out: it adds
 * nothing.
 */
export function wantedWords(text: string): string[] {
  if (text === '') return [];
  const words = [...parts(text)].flatMap(({ word, isSpaced }) =>
    isSpaced || [...word].length === 1 ? [word] : [...pairs(word)].slice(0, -1),
  );
  const sorted = [...new Set(words)].sort();
  return sorted.filter((word, index) => !sorted[index + 1]?.startsWith(word));
}
