import { type Key, named } from './key.ts';
import { collectPaste, type PasteCollector } from './paste.ts';
import { type Margins, type Scanned, scan, typedKeys } from './scan.ts';
import { readSequence } from './sequence.ts';
import { createUtf8Decoder } from './utf8.ts';

/** Runs `fn` after `ms` milliseconds; gives the function that cancels it. */
export type SetTimer = (fn: () => void, ms: number) => () => void;

/** How long the input stage waits, and who hears what it has read. */
export interface KeysOptions {
  /** How long a lone Esc waits for the rest of a sequence, in ms (100; see `escapeDelayMs` in `tty.ts`). */
  readonly escapeDelayMs?: number;
  /** How long a paste, or what cannot be but a sequence, waits for its next piece, in ms (1000). */
  readonly pasteTimeoutMs?: number;
  readonly setTimer: SetTimer;
  /** Gets all keys of one read in one call. */
  readonly onKeys: (keys: readonly Key[]) => void;
  /** The terminal has answered `ESC[0n`: it has processed what was written before the question. */
  readonly onAcknowledge: () => void;
  /** The terminal has answered that it knows left and right margins, or has shown that they work. */
  readonly onMargins?: (margins: Margins) => void;
  /** Is this Alt chord (`alt-f`) bound? One that is not is the Esc key and then the other. */
  readonly isAltBound?: (name: string) => boolean;
}

/** The input stage: bytes of the terminal in, keys out. */
export interface Keys {
  /** Takes the bytes of one read. */
  feed(bytes: Uint8Array): void;
  /** Delivers at once what is still waiting for its rest. */
  flush(): void;
  /** Ends it: nothing is delivered any more. */
  stop(): void;
}

/** How long an end of a paste may be followed by another, in ms. */
const CLOSING_MS = 100;
const ESC = '\x1b';

interface State {
  /** A sequence whose end has not come. */
  unfinished: string;
  /** The Esc it begins with was delivered as a key already: should the rest still come, it is no text. */
  isEscapeSpent: boolean;
  paste: PasteCollector | undefined;
  /** A paste has just come without its end: what follows may be its next piece. */
  isAfterPaste: boolean;
  isStopped: boolean;
  cancelTimer: () => void;
}

type Delivery = Pick<Scanned, 'keys' | 'acknowledgements'> & Partial<Pick<Scanned, 'margins'>>;

/** Makes the input stage. It keeps no key back longer than `escapeDelayMs`, but for those behind a paste. */
export function createKeys(options: KeysOptions): Keys {
  const { escapeDelayMs = 100, pasteTimeoutMs = 1000, isAltBound = () => false } = options;
  const decoder = createUtf8Decoder();
  const state: State = {
    unfinished: '',
    isEscapeSpent: false,
    paste: undefined,
    isAfterPaste: false,
    isStopped: false,
    cancelTimer: () => {},
  };

  const read = (text: string) => {
    if (text === '' || state.isStopped) return;
    if (state.paste) {
      const wasClosing = state.paste.isClosing();
      const hasEnd = state.paste.add(text);
      // A key that is held down behind a paste is held back for one moment only.
      if (!wasClosing || hasEnd || state.paste.mayGoOn()) wait();
      return;
    }
    deliver(take(state, state.unfinished + text, isAltBound));
  };

  const deliver = ({ keys, acknowledgements, margins }: Delivery) => {
    wait();
    if (keys.length > 0) options.onKeys(keys);
    if (margins) options.onMargins?.(margins);
    for (let count = acknowledgements; count > 0; count -= 1) options.onAcknowledge();
  };

  const wait = () => {
    state.cancelTimer();
    const ms = patience(state, escapeDelayMs, pasteTimeoutMs);
    state.cancelTimer = ms === undefined || state.isStopped ? () => {} : options.setTimer(giveUp, ms);
  };

  const giveUp = () => deliver(state.paste ? givenUpPaste(state, state.paste, isAltBound) : givenUpSequence(state));

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
  const scanned = scan(input, { isAltBound, isAfterPaste: state.isAfterPaste, isEscapeSpent: state.isEscapeSpent });
  state.isEscapeSpent &&= scanned.unfinished === input;
  state.unfinished = scanned.unfinished;
  state.isAfterPaste ||= scanned.isPasted;
  if (scanned.pasteStart !== undefined) {
    state.paste = collectPaste();
    state.paste.add(scanned.pasteStart);
  }
  return scanned;
}

/** How long to wait for more, in ms; nothing where nothing is awaited. */
function patience(state: State, escapeDelayMs: number, pasteTimeoutMs: number): number | undefined {
  if (state.paste) return state.paste.isClosing() ? CLOSING_MS : pasteTimeoutMs;
  if (state.unfinished === '') return state.isAfterPaste ? pasteTimeoutMs : undefined;
  return isBare(state.unfinished) && !state.isEscapeSpent ? escapeDelayMs : pasteTimeoutMs;
}

/** May it be the Esc key, and no sequence at all? */
function isBare(unfinished: string): boolean {
  const found = readSequence(unfinished, 0);
  return found.kind === 'unfinished' && found.isBare;
}

/** The paste ends here, with its end or for want of one; what is behind its end is read like any other input. */
function givenUpPaste(state: State, paste: PasteCollector, isAltBound: (name: string) => boolean) {
  state.isAfterPaste = !paste.isClosing();
  state.paste = undefined;
  const { text, acknowledgements, rest } = paste.finish();
  const behind = take(state, rest, isAltBound);
  return {
    keys: text === '' ? behind.keys : [{ kind: 'paste' as const, text }, ...behind.keys],
    acknowledgements: acknowledgements + behind.acknowledgements,
    margins: behind.margins,
  };
}

/** The rest of a sequence did not come: it was the Esc key, at last with another behind it, or it is dropped. */
function givenUpSequence(state: State) {
  const { unfinished, isEscapeSpent } = state;
  if (unfinished === '') state.isAfterPaste = false;
  const isKey = isBare(unfinished) || unfinished === `${ESC}[`;
  state.isEscapeSpent = isBare(unfinished) && !isEscapeSpent;
  if (state.isEscapeSpent) return { keys: [named('esc')], acknowledgements: 0 };
  state.unfinished = '';
  const keys = [...(isEscapeSpent ? [] : [named('esc')]), ...typedKeys(unfinished.slice(1))];
  return { keys: isKey ? keys : [], acknowledgements: 0 };
}
