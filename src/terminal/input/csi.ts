import type { Key } from './key.ts';
import { modifiers, namedKey, printableKey } from './modifiers.ts';

/** The meaning of a complete CSI sequence. An `answer` comes from the terminal, not from the agent; it is removed. */
export type SequenceMeaning =
  | { readonly kind: 'key'; readonly key: Key }
  | { readonly kind: 'acknowledge' | 'margins-known' | 'margins-proven' | 'answer' }
  | { readonly kind: 'paste-start' | 'paste-end' | 'pastes-marked' }
  /** The columns of the sign that `stage.ts` writes as a trial. */
  | { readonly kind: 'sign'; readonly columns: 1 | 2 };

const ANSWER: SequenceMeaning = { kind: 'answer' };

/** The terminal knows left and right margins (mode 69), now on or off; 0 means that it does not. */
const KNOWS_MARGINS = /^\?69;[12]\$$/;
/** The terminal marks the start and the end of pastes (mode 2004 is on). */
const MARKS_PASTES = '?2004;1$';
/** The cursor's place after a CR within the margins that `stage.ts` sets as a trial; without margins it is column 1. */
const AT_MARGIN = '2;2';

/** The cursor's place after a sign at the start of line 3: no key is reported like that. */
const BEHIND_SIGN: Readonly<Record<string, 1 | 2>> = { '3;2': 1, '3;3': 2 };

/**
 * Arrows and similar keys: `CSI A`, `CSI 1;5A`. F3 is missing: `CSI 1;2R` is also an answer with the cursor's place.
 */
export const BY_LETTER: Readonly<Record<string, string>> = {
  A: 'up',
  B: 'down',
  C: 'right',
  D: 'left',
  F: 'end',
  H: 'home',
  P: 'f1',
  Q: 'f2',
  S: 'f4',
};

/** `CSI 5~`; 1, 4, 7, 8 and 11 to 14 are sent by rxvt, PuTTY and the Linux console. */
const BY_NUMBER: Readonly<Record<number, string>> = {
  1: 'home',
  2: 'insert',
  3: 'delete',
  4: 'end',
  5: 'pgup',
  6: 'pgdn',
  7: 'home',
  8: 'end',
  11: 'f1',
  12: 'f2',
  13: 'f3',
  14: 'f4',
  15: 'f5',
  17: 'f6',
  18: 'f7',
  19: 'f8',
  20: 'f9',
  21: 'f10',
  23: 'f11',
  24: 'f12',
};

const RXVT_SHIFTED: Readonly<Record<string, string>> = { a: 'up', b: 'down', c: 'right', d: 'left' };
const RXVT_MODIFIER: Readonly<Record<string, string>> = { $: '2', '^': '5', '@': '6' };

/** Keys to which kitty and xterm give the number of a character. */
const BY_CODE: Readonly<Record<number, string>> = {
  8: 'backspace',
  9: 'tab',
  13: 'enter',
  27: 'esc',
  127: 'backspace',
};

/** kitty's keypad, from 57399 on: the character or the name of each key. */
const KEYPAD_START = 57399;
const KEYPAD_TYPES = '0123456789./*-+';
const KEYPAD_NAMES = 'enter = , left right up down pgup pgdn home end insert delete'.split(' ');

/** Reads a CSI sequence, given without its introducer. Returns undefined if no terminal sends it: a person typed it. */
export function readCsi(parameters: string, final: string): SequenceMeaning | undefined {
  if (parameters === '0' && final === 'n') return { kind: 'acknowledge' };
  if (final === 'y' && KNOWS_MARGINS.test(parameters)) return { kind: 'margins-known' };
  if (final === 'y' && parameters === MARKS_PASTES) return { kind: 'pastes-marked' };
  if (final === 'R' && parameters === AT_MARGIN) return { kind: 'margins-proven' };
  const sign = final === 'R' ? BEHIND_SIGN[parameters] : undefined;
  if (sign !== undefined) return { kind: 'sign', columns: sign };
  if (/[^\d;:]/.test(parameters)) return ANSWER;
  const [first = '', second = '', third = ''] = parameters.split(';');
  if (final === 'u') return keyByCode(first, second, third);
  if (final === '~') return keyByNumber(first, second, third);
  if (final in RXVT_MODIFIER) return meaning(nameOf(first), RXVT_MODIFIER[final]);
  if (parameters === '') return keyByBareLetter(final);
  return meaning(first === '1' || second === '' ? BY_LETTER[final] : undefined, second);
}

function keyByBareLetter(final: string): SequenceMeaning | undefined {
  if (final === 'Z') return meaning('tab', '2');
  if (final === 'R') return meaning('f3', '');
  if (final in RXVT_SHIFTED) return meaning(RXVT_SHIFTED[final], '2');
  // The focus, and the 5 of the keypad.
  if ('IOEG'.includes(final)) return ANSWER;
  return final in BY_LETTER ? meaning(BY_LETTER[final], '') : undefined;
}

function keyByNumber(first: string, second: string, third: string): SequenceMeaning {
  if (first === '200') return { kind: 'paste-start' };
  if (first === '201') return { kind: 'paste-end' };
  if (first === '27') return keyByCode(third, second, '');
  return meaning(nameOf(first), second);
}

function nameOf(number: string): string | undefined {
  return BY_NUMBER[Number(number)];
}

/** `CSI code:shifted;modifiers:event;text u` (kitty), and xterm's `CSI 27;modifiers;code~`. */
function keyByCode(codes: string, held: string, text: string): SequenceMeaning {
  const [code = 0, shifted] = codes.split(':').map(Number);
  const name = BY_CODE[code] ?? KEYPAD_NAMES[code - KEYPAD_START - KEYPAD_TYPES.length];
  if (name !== undefined && name.length > 1) return meaning(name, held);
  const keys = modifiers(held);
  const own = printable(name?.codePointAt(0) ?? KEYPAD_TYPES.codePointAt(code - KEYPAD_START) ?? code);
  if (own === undefined) return ANSWER;
  const types = text.split(':').map(Number).map(printable).join('');
  const upper = keys.shift !== keys.capsLock ? (printable(shifted ?? 0) ?? own.toUpperCase()) : own;
  return found(printableKey(keys.ctrl ? own : types || upper, keys));
}

function printable(code: number): string | undefined {
  const isControl = code < 0x20 || (code >= 0x7f && code < 0xa0);
  const isCharacter = code <= 0x10ffff && !(code >= 0xd800 && code <= 0xf8ff);
  return !isControl && isCharacter ? String.fromCodePoint(code) : undefined;
}

function meaning(name: string | undefined, held: string | undefined): SequenceMeaning {
  return name === undefined ? ANSWER : found(namedKey(name, modifiers(held)));
}

function found(key: Key | undefined): SequenceMeaning {
  return key === undefined ? ANSWER : { kind: 'key', key };
}
