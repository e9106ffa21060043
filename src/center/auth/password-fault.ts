import { type Fault, refuse } from '../model/problem.ts';
import { commonWords } from './common-words.ts';

/** Keyboard rows and other well-known sequences. The first few signs reveal the rest, also backwards. */
const ROWS = [
  '01234567890123456789',
  'abcdefghijklmnopqrstuvwxyz',
  "qwertyuiop[]asdfghjkl;'zxcvbnm,./",
  'qwertzuiopüasdfghjklöäyxcvbnm,.-',
  'azertyuiopqsdfghjklmwxcvbn',
  'qwertyuiopasdfghjklzxcvbnm',
  '!@#$%^&*()_+',
  '!"§$%&/()=?',
  '1q2w3e4r5t6y7u8i9o0p',
  'q1w2e3r4t5y6u7i8o9p0',
  '1qaz2wsx3edc4rfv5tgb6yhn7ujm8ik,9ol.0p;/',
  'qazwsxedcrfvtgbyhnujmikolp',
  'zaq12wsxcde34rfvbgt56yhnmju78ik,',
].flatMap(row => [row, [...row].reverse().join('')]);

/** The usual replacements of letters. */
const LETTER_FOR: Readonly<Record<string, string>> = {
  '0': 'o',
  '1': 'i',
  '!': 'i',
  '3': 'e',
  '4': 'a',
  '@': 'a',
  '5': 's',
  $: 's',
  '7': 't',
  '8': 'b',
};

const SHORTEST = 3;

/** The least number of different characters, and of parts that do not follow from the previous one. */
const MIN_DIFFERENT = 5;
const MIN_PARTS = 6;

/** The words to guess by, and the length of the longest one. */
interface Words {
  readonly all: ReadonlySet<string>;
  readonly longest: number;
}

function wordLength(text: string, at: number, { all, longest }: Words): number {
  for (let end = Math.min(text.length, at + longest); end >= at + SHORTEST; end -= 1)
    if (all.has(text.slice(at, end))) return end - at;
  return 0;
}

function rowLength(text: string, at: number): number {
  const isRow = (end: number) => end <= text.length && ROWS.some(row => row.includes(text.slice(at, end)));
  let end = at + SHORTEST;
  while (isRow(end)) end += 1;
  return end === at + SHORTEST ? 0 : end - 1 - at;
}

function repeated(text: string, at: number): number {
  let end = at + 1;
  while (text[end] === text[at]) end += 1;
  return end - at;
}

/** The shortest text of which this one is a repetition, the last one perhaps cut. */
function unitOf(text: string): string {
  // The failure function of Knuth, Morris and Pratt: linear in the length.
  const borders = [0];
  for (let at = 1, length = 0; at < text.length; at += 1) {
    while (length > 0 && text[at] !== text[length]) length = borders[length - 1]!;
    if (text[at] === text[length]) length += 1;
    borders.push(length);
  }
  const unit = text.length - (borders.at(-1) ?? 0);
  return unit * 2 <= text.length ? text.slice(0, unit) : text;
}

/** How many guesses a text takes: a common word, a year, a run of keys and a repeated sign are one each. */
function countParts(text: string, known: Words): number {
  const letters = [...text].map(sign => LETTER_FOR[sign] ?? sign).join('');
  let parts = 0;
  for (let at = 0; at < text.length; parts += 1) {
    const year = /^(?:19|20)\d\d/.test(text.slice(at, at + 4)) ? 4 : 0;
    const words = [text, letters].map(each => wordLength(each, at, known));
    at += Math.max(repeated(text, at), year, rowLength(text, at), ...words);
  }
  return parts;
}

/** A name or an address as a whole, and each of its words. */
function wordsIn(given: string): readonly string[] {
  const text = given.normalize('NFKC').toLowerCase();
  const [beforeAt = ''] = text.split('@');
  return [text, beforeAt, ...text.split(/[^\p{L}\p{N}]+/u)].filter(word => word.length >= SHORTEST);
}

function wordsWith(own: readonly string[]): Words {
  const all = commonWords.union(new Set(own.flatMap(wordsIn)));
  return { all, longest: Math.max(...[...all].map(word => word.length)) };
}

/**
 * The fault of a new password that is long enough, for a person, or undefined. `own` are texts that are
 * easy to guess for its owner: name and address.
 */
export function passwordFault(password: string, own: readonly string[] = []): string | undefined {
  const text = password.normalize('NFKC').toLowerCase();
  if (text.trim() === '') return 'must not be blank';
  // One sign may stand for a whole word: ㌖ is キロメートル.
  const signs = Math.min(new Set(text).size, new Set(password.toLowerCase()).size);
  if (signs < MIN_DIFFERENT) return `must have at least ${MIN_DIFFERENT} different characters`;
  if (countParts(unitOf(text), wordsWith(own)) >= MIN_PARTS) return undefined;
  return 'is too easy to guess: take several words that do not belong together';
}

/** The fault of the new password in a body, if it has one. */
export function passwordFaults(password: string | undefined, own: readonly (string | undefined)[]): Fault[] {
  const words = own.filter(word => word !== undefined);
  const fault = password === undefined ? undefined : passwordFault(password, words);
  return fault === undefined ? [] : [['password', fault]];
}

/** Throws `validation_failed` at `password` if a new password is easy to guess. */
export function requireGoodPassword(password: string, own: readonly string[]): void {
  refuse(passwordFaults(password, own));
}
