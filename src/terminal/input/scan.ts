import { graphemes } from '../../text/width.ts';
import { type Key, plainKey, typedKey } from './key.ts';
import { controlKey } from './modifiers.ts';
import { looksPasted, pastedText } from './paste.ts';
import { readSequence, startsSequence } from './sequence.ts';

/** The state that reading the text of one read depends on. */
export interface ScanOptions {
  readonly isAltBound: (name: string) => boolean;
  /** The text directly follows a paste: it may be its next piece. */
  readonly isAfterPaste: boolean;
  /** The terminal marks pastes: text without brackets was typed. */
  readonly marksPastes: boolean;
  /** The Esc at the start was already delivered as a key, because the rest came late. */
  readonly isEscapeSpent: boolean;
  /** This many characters at the start have waited in vain for the end of their sequence: they are not keys. */
  readonly stalled: number;
}

/** The terminal's reports about its left and right margins. */
export type Margins = 'known' | 'proven';

/** The contents of one read. */
export interface Scanned {
  keys: Key[];
  /** How many times the terminal answered `ESC[0n`. */
  acknowledgements: number;
  /** It reported that it knows left and right margins, or proved that they work. */
  margins: Margins | undefined;
  /** The columns of the trial sign, if the terminal reported where the cursor stands behind it. */
  signColumns: 1 | 2 | undefined;
  /** A sequence whose end has not arrived. */
  unfinished: string;
  /** A bracketed paste begins: the text after its start marker, to the end of the read. */
  pasteStart: string | undefined;
  /** It reported that it marks pastes. */
  marksPastes: boolean;
  /** A part of it was a paste without brackets. */
  isPasted: boolean;
}

const ANSWERS: ReadonlySet<string> = new Set([
  'answer',
  'acknowledge',
  'margins-known',
  'margins-proven',
  'pastes-marked',
  'sign',
]);

/** Separates keys, pastes and the terminal's answers in the text of one read. */
export function scan(input: string, options: ScanOptions): Scanned {
  const scanned: Scanned = {
    keys: [],
    acknowledgements: 0,
    margins: undefined,
    signColumns: undefined,
    unfinished: '',
    pasteStart: undefined,
    marksPastes: false,
    isPasted: false,
  };
  let plain = '';
  const settlePlain = () => {
    takePlain(scanned, plain, options);
    plain = '';
  };
  let at = 0;
  let strayEnd: number | undefined;
  while (at < input.length && scanned.unfinished === '' && scanned.pasteStart === undefined) {
    const char = input[at] as string;
    if (isPlain(char)) {
      plain += char;
      at += 1;
      continue;
    }
    const found = startsSequence(char)
      ? readSequence(input, at)
      : { kind: 'key' as const, key: controlKey(char), length: 1 };
    // An answer of the terminal may come in the middle of a text and does not split it.
    if (!ANSWERS.has(found.kind)) settlePlain();
    if (found.kind === 'unfinished') scanned.unfinished = input.slice(at);
    else if (found.kind === 'escape') at += takeEscape(scanned, input, at, options);
    else {
      takeMeaning(scanned, found, options);
      if (found.kind === 'paste-end') {
        strayEnd = at;
        scanned.keys = [];
      }
      at += found.length;
      if (found.kind === 'paste-start') scanned.pasteStart = input.slice(at);
    }
  }
  settlePlain();
  if (strayEnd !== undefined) takeStrayEnd(scanned, input.slice(0, strayEnd));
  return scanned;
}

/** The keys that type `text`; CR is Enter, LF is `ctrl-j`, which is bound to nothing. */
export function typedKeys(text: string): Key[] {
  const stretches = text.split(/([\r\n\t])/).filter(stretch => stretch !== '');
  return stretches.flatMap(stretch =>
    stretch < ' ' ? [controlKey(stretch)] : graphemes(stretch).map(grapheme => typedKey(grapheme.text)),
  );
}

/** Text that is typed key by key, or pasted; any other control is a key. */
function isPlain(char: string): boolean {
  if (char < ' ') return char === '\r' || char === '\n' || char === '\t';
  return char !== '\x7f' && !startsSequence(char);
}

function takePlain(scanned: Scanned, text: string, options: ScanOptions): void {
  if (text === '') return;
  const isAfterPaste = options.isAfterPaste || scanned.isPasted;
  const marksPastes = options.marksPastes || scanned.marksPastes;
  const isPasted = looksPasted(text, { isAfterPaste, marksPastes });
  scanned.isPasted ||= isPasted;
  if (isPasted) scanned.keys.push({ kind: 'paste', text: pastedText(text) });
  else for (const key of typedKeys(text)) scanned.keys.push(key);
}

function takeMeaning(
  scanned: Scanned,
  found: { kind: string; key?: Key; columns?: 1 | 2 },
  options: ScanOptions,
): void {
  if (found.kind === 'acknowledge') scanned.acknowledgements += 1;
  if (found.kind === 'margins-known') scanned.margins = 'known';
  if (found.kind === 'margins-proven') scanned.margins = 'proven';
  if (found.kind === 'pastes-marked') scanned.marksPastes = true;
  if (found.kind === 'sign') scanned.signColumns = found.columns;
  const { key } = found;
  if (key?.kind !== 'key') return;
  if (!key.name.includes('alt-') || options.isAltBound(key.name)) scanned.keys.push(key);
}

/**
 * The Esc at `at` begins no sequence: with the next key it is a bound Alt chord, otherwise the Esc key. Returns its
 * length.
 */
function takeEscape(scanned: Scanned, input: string, at: number, options: ScanOptions): number {
  if (at === 0 && options.stalled > 0) return options.stalled;
  if (at === 0 && options.isEscapeSpent) return 1;
  const next = input[at + 1] ?? '\x1b';
  if (!startsSequence(next)) {
    const grapheme = next > ' ' && next !== '\x7f' ? (graphemes(input.slice(at + 1, at + 33))[0]?.text ?? next) : next;
    const other = isPlain(next) && next >= ' ' ? typedKey(grapheme) : controlKey(next);
    const chord = other.kind === 'key' ? `alt-${other.name}` : '';
    if (options.isAltBound(chord)) {
      scanned.keys.push(plainKey(chord));
      return 1 + grapheme.length;
    }
  }
  scanned.keys.push(plainKey('esc'));
  return 1;
}

/** A paste's end without its start: all earlier input of this read is the rest of an abandoned paste. */
function takeStrayEnd(scanned: Scanned, before: string): void {
  const text = pastedText(before);
  if (text !== '') scanned.keys.unshift({ kind: 'paste', text });
}
