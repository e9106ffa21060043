import { BY_LETTER, readCsi, type SequenceMeaning } from './csi.ts';
import { plainKey } from './key.ts';

/**
 * The meaning of an escape character:
 * - a meaning, with the `length` it takes;
 * - `escape`: the Esc key, followed by another key;
 * - `unfinished`: its end has not arrived.
 */
export type ParsedSequence =
  | (SequenceMeaning & { readonly length: number })
  | { readonly kind: 'escape' }
  | { readonly kind: 'unfinished' };

const ESCAPE: ParsedSequence = { kind: 'escape' };
const UNFINISHED: ParsedSequence = { kind: 'unfinished' };

/** `ESC O A`: arrows and the keypad in application mode. */
const SS3: Readonly<Record<string, string>> = {
  ...BY_LETTER,
  M: 'enter',
  R: 'f3',
  a: 'ctrl-up',
  b: 'ctrl-down',
  c: 'ctrl-right',
  d: 'ctrl-left',
};

/** No terminal sends these strings by itself, so anything except another control continues them. */
const ANY_STRING = /[^\x00-\x1a\x1c-\x1f\x7f-\x9b\x9d-\x9f]/;

/** How an OSC, DCS, APC, SOS or PM continues; a person's Esc, `P` does not continue so. */
const STRING_SHAPE: Readonly<Record<string, RegExp>> = {
  ']': /[\dlLI]/,
  P: /[\d!>$+]/,
  _: /G/,
  X: ANY_STRING,
  '^': ANY_STRING,
};
const LONGEST_CSI = 64;
const LONGEST_STRING = 65_536;

/** Whether this is an escape character: ESC, or one of the 8-bit controls. */
export function startsSequence(char: string): boolean {
  return char === '\x1b' || (char >= '\x80' && char <= '\x9f');
}

/** Reads the sequence at the escape character at `at`. */
export function readSequence(input: string, at: number): ParsedSequence {
  if (input[at] === '\x1b') return readEscape(input, at);
  switch (input[at]) {
    case '\x9b':
      // No person types it: a final letter that means nothing is not a key either.
      return readCsiAt(input, at, at + 1) ?? { kind: 'answer', length: 2 };
    case '\x8f':
      return readSs3(input, at, at + 1) ?? { kind: 'answer', length: 2 };
    case '\x90':
    case '\x98':
    case '\x9d':
    case '\x9e':
    case '\x9f':
      return readString(input, at, at + 1);
    default:
      return { kind: 'answer', length: 1 };
  }
}

function readEscape(input: string, at: number): ParsedSequence {
  const introducer = input[at + 1];
  if (introducer === undefined) return UNFINISHED;
  if (introducer === '[') return readCsiAt(input, at, at + 2) ?? ESCAPE;
  if (introducer === 'O') return readSs3(input, at, at + 2) ?? ESCAPE;
  const shape = STRING_SHAPE[introducer];
  if (shape === undefined) return ESCAPE;
  if (at + 2 >= input.length) return UNFINISHED;
  return shape.test(input[at + 2] as string) ? readString(input, at, at + 2) : ESCAPE;
}

function readSs3(input: string, start: number, at: number): ParsedSequence | undefined {
  if (at >= input.length) return UNFINISHED;
  const name = SS3[input[at] as string];
  return name === undefined ? undefined : { kind: 'key', key: plainKey(name), length: at + 1 - start };
}

function readCsiAt(input: string, start: number, at: number): ParsedSequence | undefined {
  const special = readOldCsi(input, start, at);
  if (special) return special;
  // rxvt sends a shifted key as `CSI 7 $`, which by the standard is unfinished.
  const whole = /(\d+)(\$)|([\x30-\x3f]*[\x20-\x2f]*)([\x40-\x7e])/y;
  whole.lastIndex = at;
  const match = whole.exec(input);
  if (match) {
    const meaning = readCsi(match[1] ?? match[3] ?? '', match[2] ?? match[4] ?? '');
    return meaning && { ...meaning, length: whole.lastIndex - start };
  }
  let end = at;
  while (end < input.length && input[end]! >= '\x20' && input[end]! <= '\x3f') end += 1;
  return end === input.length && end - at <= LONGEST_CSI ? UNFINISHED : { kind: 'answer', length: end - start };
}

/**
 * The Linux console's `CSI [ A` (F1 to F5), and a mouse report of three bytes if an earlier program left the mouse on.
 */
function readOldCsi(input: string, start: number, at: number): ParsedSequence | undefined {
  if (input[at] === '[') {
    const letter = input[at + 1];
    if (letter === undefined) return UNFINISHED;
    const number = 'ABCDE'.indexOf(letter) + 1;
    return number > 0 ? { kind: 'key', key: plainKey(`f${number}`), length: at + 2 - start } : undefined;
  }
  if (input[at] !== 'M') return undefined;
  const [report = ''] = /^[^\x00-\x1f]{0,3}/.exec(input.slice(at + 1, at + 4)) ?? [];
  const isCut = at + 1 + report.length === input.length && report.length < 3;
  return isCut ? UNFINISHED : { kind: 'answer', length: at + 1 + report.length - start };
}

/** A string ends with BEL or ST; any other control aborts it, so that Ctrl-C works inside a string that never ends. */
function readString(input: string, start: number, at: number): ParsedSequence {
  const stop = /[\x00-\x1f\x80-\x9f]/g;
  stop.lastIndex = at;
  const end = stop.exec(input)?.index;
  if (end === undefined) {
    return input.length - at > LONGEST_STRING ? { kind: 'answer', length: input.length - start } : UNFINISHED;
  }
  if (input[end] === '\x1b' && end + 1 === input.length) return UNFINISHED;
  const terminator = /\x07|\x9c|\x1b\\/y;
  terminator.lastIndex = end;
  return { kind: 'answer', length: (terminator.test(input) ? terminator.lastIndex : end) - start };
}
