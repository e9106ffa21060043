import { join, type SafeText, safeLine, t } from '../text/safe.ts';
import { KEY_NAMES, keyLabel } from './help.ts';

/** The signs of a keyboard in words: no speech says them, or not alike. */
const SIGNS: Readonly<Record<string, string>> = {
  '!': 'exclamation-mark',
  '"': 'quote',
  '#': 'hash',
  $: 'dollar',
  '%': 'percent',
  '&': 'ampersand',
  "'": 'apostrophe',
  '(': 'left-parenthesis',
  ')': 'right-parenthesis',
  '*': 'asterisk',
  '+': 'plus',
  ',': 'comma',
  '-': 'minus',
  '.': 'dot',
  '/': 'slash',
  ':': 'colon',
  ';': 'semicolon',
  '<': 'less-than',
  '=': 'equals',
  '>': 'greater-than',
  '?': 'question-mark',
  '@': 'at-sign',
  '[': 'left-bracket',
  '\\': 'backslash',
  ']': 'right-bracket',
  '^': 'caret',
  _: 'underscore',
  '`': 'backquote',
  '{': 'left-brace',
  '|': 'bar',
  '}': 'right-brace',
  '~': 'tilde',
};

/** The keys whose label is a sign or an abbreviation. */
const NAMED: Readonly<Record<string, string>> = {
  up: 'Up',
  down: 'Down',
  left: 'Left',
  right: 'Right',
  pgup: 'Page-Up',
  pgdn: 'Page-Down',
};

const KEYS_BY_WORD: ReadonlyMap<string, string> = new Map(
  Object.entries({ ...SIGNS, ...NAMED }).map(([key, word]) => [word.toLowerCase(), key]),
);

/** A key or a sequence as it is said and typed, without signs: `g m`, `Shift-d`, `left-brace`, `Page-Up`. */
export function keyWords(keys: string): SafeText {
  return join(keys.split(' ').map(keyWord), t` `);
}

function keyWord(key: string): SafeText {
  const word = NAMED[key] ?? SIGNS[key];
  if (word !== undefined) return safeLine(word);
  return /^\p{Lu}$/u.test(key) ? t`Shift-${safeLine(key.toLowerCase())}` : keyLabel(key);
}

/** The key that a word names: `Enter`, `ctrl-d`, `Shift-d`, `slash`, `e`; undefined if it names none. */
export function keyNamed(word: string): string | undefined {
  const name = word.toLowerCase();
  if (Object.hasOwn(KEY_NAMES, name) || /^ctrl-.$/.test(name)) return name;
  const shifted = /^shift-(.)$/u.exec(name)?.[1];
  return KEYS_BY_WORD.get(name) ?? shifted?.toUpperCase() ?? ([...word].length === 1 ? word : undefined);
}
