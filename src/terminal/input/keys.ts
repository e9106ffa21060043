import { isUtf8 } from 'node:buffer';
import { type Key, plainKey } from './key.ts';
import { collectPaste, type PasteCollector } from './paste.ts';
import { type Margins, type Scanned, scan, typedKeys } from './scan.ts';

/** Runs `fn` after `ms` milliseconds; returns the function that cancels it. */
export type SetTimer = (fn: () => void, ms: number) => () => void;

/** The waiting times of the input stage, and the listeners for its results. */
export interface KeysOptions {
  /** How long a lone Esc waits for the rest of a sequence, in ms (100; see `escapeDelayMs` in `tty.ts`). */
  readonly escapeDelayMs?: number;
  readonly setTimer: SetTimer;
  /** Receives all keys of one read in one call. */
  readonly onKeys: (keys: readonly Key[]) => void;
  /** The terminal answered `ESC[0n`: it has processed all that was written before the question. */
  readonly onAcknowledge: () => void;
  /** The terminal answered that it knows left and right margins, or proved that they work. */
  readonly onMargins?: (margins: Margins) => void;
  /** The terminal reported the columns of the trial sign. */
  readonly onSignColumns?: (columns: 1 | 2) => void;
  /** Whether this Alt chord (`alt-f`) is bound. If not, it is the Esc key followed by the other key. */
  readonly isAltBound?: (name: string) => boolean;
}

/** The input stage: turns the terminal's bytes into keys. */
interface Keys {
  /** Takes the bytes of one read. */
  feed(bytes: Uint8Array): void;
  /** Delivers unfinished input at once. */
  flush(): void;
  /** Ends it: nothing is delivered afterwards. */
  stop(): void;
}

/** How long an unfinished paste, or a key that may begin a sequence, waits for its next piece, in ms. */
const PASTE_TIMEOUT_MS = 1000;
/** For how long another end may follow an end of a paste, in ms. */
const CLOSING_MS = 100;
const ESC = '\x1b';

interface State {
  /** A sequence whose end has not arrived. */
  unfinished: string;
  /** Its Esc was already delivered as a key: if the rest arrives, it is not text. */
  isEscapeSpent: boolean;
  /** It has waited in vain. It is not a key, and its rest is not text, however late that comes. */
  isStalled: boolean;
  paste: PasteCollector | undefined;
  /** A paste has just arrived without its end: the next input may be its next piece. */
  isAfterPaste: boolean;
  /** The terminal reported that it marks pastes. */
  marksPastes: boolean;
  isStopped: boolean;
  cancelTimer: () => void;
}

type Delivery = Pick<Scanned, 'keys' | 'acknowledgements'> & Partial<Pick<Scanned, 'margins' | 'signColumns'>>;

/** Makes the input stage. It delays no key longer than `escapeDelayMs`, except those after a paste. */
export function createKeyParser(options: KeysOptions): Keys {
  const { escapeDelayMs = 100, isAltBound = () => false } = options;
  const decoder = createUtf8Decoder();
  const state: State = {
    unfinished: '',
    isEscapeSpent: false,
    isStalled: false,
    paste: undefined,
    isAfterPaste: false,
    marksPastes: false,
    isStopped: false,
    cancelTimer: () => {},
  };

  const read = (text: string) => {
    if (text === '' || state.isStopped) return;
    if (state.paste) {
      const wasClosing = state.paste.isClosing();
      const hasEnd = state.paste.add(text);
      // A key that is held down after a paste is delayed only once.
      if (!wasClosing || hasEnd || state.paste.mayGoOn()) wait();
      return;
    }
    deliver(take(state, state.unfinished + text, isAltBound));
  };

  const deliver = ({ keys, acknowledgements, margins, signColumns }: Delivery) => {
    wait();
    if (keys.length > 0) options.onKeys(keys);
    if (margins) options.onMargins?.(margins);
    if (signColumns) options.onSignColumns?.(signColumns);
    for (let count = acknowledgements; count > 0; count -= 1) options.onAcknowledge();
  };

  const wait = () => {
    state.cancelTimer();
    const ms = patience(state, escapeDelayMs);
    state.cancelTimer = ms === undefined || state.isStopped ? () => {} : options.setTimer(giveUp, ms);
  };

  const giveUp = () =>
    deliver(state.paste ? givenUpPaste(state, state.paste, isAltBound) : givenUpSequence(state, isAltBound));

  return {
    feed: bytes => read(decoder.decode(bytes)),
    flush: () => {
      read(decoder.flush());
      while (!state.isStopped && (state.paste || state.unfinished !== '')) giveUp();
    },
    stop: () => {
      state.isStopped = true;
      state.cancelTimer();
    },
  };
}

function take(state: State, input: string, isAltBound: (name: string) => boolean): Scanned {
  const { isAfterPaste, marksPastes, isEscapeSpent, isStalled, unfinished } = state;
  const stalled = isStalled ? unfinished.length : 0;
  const scanned = scan(input, { isAltBound, isAfterPaste, marksPastes, isEscapeSpent, stalled });
  const isOneMore = scanned.unfinished === input;
  state.marksPastes ||= scanned.marksPastes;
  state.isEscapeSpent &&= isOneMore;
  state.isStalled &&= isOneMore;
  state.unfinished = scanned.unfinished;
  state.isAfterPaste ||= scanned.isPasted;
  if (scanned.pasteStart !== undefined) {
    state.paste = collectPaste();
    state.paste.add(scanned.pasteStart);
  }
  return scanned;
}

/** How long to wait for more input, in ms; undefined if nothing is unfinished. */
function patience(state: State, escapeDelayMs: number): number | undefined {
  if (state.paste) return state.paste.isClosing() ? CLOSING_MS : PASTE_TIMEOUT_MS;
  if (state.unfinished === '') return state.isAfterPaste ? PASTE_TIMEOUT_MS : undefined;
  if (state.isStalled) return undefined;
  return state.unfinished === ESC && !state.isEscapeSpent ? escapeDelayMs : PASTE_TIMEOUT_MS;
}

/** Ends the paste, with or without its end marker; the text after the marker is read like any other input. */
function givenUpPaste(state: State, paste: PasteCollector, isAltBound: (name: string) => boolean) {
  state.isAfterPaste = !paste.isClosing();
  state.paste = undefined;
  const { text, acknowledgements, rest } = paste.finish();
  const behind = take(state, rest, isAltBound);
  // The Esc of an end that was cut is not a key.
  state.isEscapeSpent ||= rest === ESC && !paste.isClosing();
  return {
    keys: text === '' ? behind.keys : [{ kind: 'paste' as const, text }, ...behind.keys],
    acknowledgements: acknowledgements + behind.acknowledgements,
    margins: behind.margins,
    signColumns: behind.signColumns,
  };
}

/**
 * The rest of a sequence did not arrive. A lone Esc is the key, and so is what may begin a sequence behind an Esc that was
 * delivered. Anything else waits on: its rest would act as letters.
 */
function givenUpSequence(state: State, isAltBound: (name: string) => boolean) {
  const { unfinished, isEscapeSpent } = state;
  const given = (...keys: Key[]) => ({ keys, acknowledgements: 0 });
  if (unfinished === '') {
    state.isAfterPaste = false;
    return given();
  }
  if (unfinished === ESC && !isEscapeSpent) {
    state.isEscapeSpent = true;
    return given(plainKey('esc'));
  }
  const isEscAndKey = unfinished[0] === ESC && unfinished.length <= 2;
  const chord = `alt-${unfinished.slice(1)}`;
  if (isEscAndKey && (isEscapeSpent || isAltBound(chord))) {
    forget(state);
    return given(...(isEscapeSpent ? typedKeys(unfinished.slice(1)) : [plainKey(chord)]));
  }
  // Only `flush` asks twice.
  if (state.isStalled) forget(state);
  else state.isStalled = true;
  state.isAfterPaste = false;
  return given();
}

function forget(state: State): void {
  state.unfinished = '';
  state.isEscapeSpent = false;
  state.isStalled = false;
}

/** The beginning of a character of several bytes: no overlong form and no surrogate begins so. */
const BEGUN = [
  '[\\xc2-\\xdf]',
  '\\xe0[\\xa0-\\xbf]?',
  '[\\xe1-\\xec\\xee\\xef][\\x80-\\xbf]?',
  '\\xed[\\x80-\\x9f]?',
  '\\xf0(?:[\\x90-\\xbf][\\x80-\\xbf]?)?',
  '[\\xf1-\\xf3][\\x80-\\xbf]{0,2}',
  '\\xf4(?:[\\x80-\\x8f][\\x80-\\xbf]?)?',
].join('|');
const CUT_OFF = new RegExp(`(?:${BEGUN})$`);
/** With the byte that ends it, or that belongs to no character. */
const CHARACTER = new RegExp(`(?:${BEGUN})[\\x80-\\xc1]?|[\\xa0-\\xff]`, 'g');

/** Decodes bytes that arrive in pieces. */
interface Utf8Decoder {
  /** The text of these bytes; an unfinished character is kept for the next call. */
  decode(bytes: Uint8Array): string;
  /** Stops waiting: returns U+FFFD for an unfinished character, otherwise nothing. */
  flush(): string;
}

/**
 * Decodes UTF-8 as a terminal sends it. Not TextDecoder, because a lone byte 0x80–0x9F must stay as it is: some
 * terminals answer with the 8-bit forms of CSI, OSC and DCS. Every other invalid byte becomes U+FFFD; never throws.
 */
function createUtf8Decoder(): Utf8Decoder {
  let begun = '';
  return {
    decode: bytes => {
      const input = begun + Buffer.from(bytes).toString('latin1');
      begun = CUT_OFF.exec(input)?.[0] ?? '';
      return input.slice(0, input.length - begun.length).replace(CHARACTER, characterOf);
    },
    flush: () => {
      const isCut = begun !== '';
      begun = '';
      return isCut ? REPLACEMENT : '';
    },
  };
}

const REPLACEMENT = '\ufffd';

/** The character of these bytes, each given as a unit of the text. */
function characterOf(units: string): string {
  const bytes = Buffer.from(units, 'latin1');
  return isUtf8(bytes) ? bytes.toString('utf8') : REPLACEMENT;
}
