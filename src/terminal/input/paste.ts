import { occurrences, STATUS_REPORT } from './status-report.ts';

const START = '\x1b[200~';
const END = '\x1b[201~';

const MOST_READS_BEHIND_END = 50;

/** A bracketed paste in progress. */
export interface PasteCollector {
  /** Adds the text of one read; returns true if it contained an end marker. */
  add(text: string): boolean;
  /** An end was seen: the input after it is held for a moment, because that end may have been pasted. */
  isClosing(): boolean;
  /**
   * More input came after an end than a person types in that time, counting a held key once: the paste may continue,
   * over a slow link, until its real end. Bounded by MOST_READS_BEHIND_END.
   */
  mayGoOn(): boolean;
  /** Ends it: returns the paste, the terminal's answers that came in between, and the input after the paste. */
  finish(): { text: string; acknowledgements: number; rest: string };
}

/**
 * Collects a paste over several reads. A pasted `ESC[201~` does not end it: only the last end counts, and the caller
 * holds the input after an end until no other can arrive. If the paste took several reads and text followed its end in
 * the same read, that text stays part of the paste. Over a slow link the terminal's own end may be a packet later than
 * a pasted one, and losing a key typed ahead is better than running a stranger's keys.
 */
export function collectPaste(): PasteCollector {
  const body: string[] = [];
  let loose = '';
  let reads = 0;
  let readsBehindEnd = 0;
  let isClosing = false;
  let isDoubtful = false;
  return {
    isClosing: () => isClosing,
    add: text => {
      reads += 1;
      const input = loose + text;
      const end = input.lastIndexOf(END);
      if (end < 0 && isClosing) {
        loose = input;
        readsBehindEnd += 1;
        return false;
      }
      const cut = end < 0 ? input.length - cutMarker(input) : end;
      body.push(input.slice(0, cut));
      loose = input.slice(end < 0 ? cut : end + END.length);
      if (end >= 0) isClosing = true;
      readsBehindEnd = 0;
      isDoubtful = isClosing && reads > 1 && loose !== '';
      return isClosing;
    },
    mayGoOn: () => isClosing && readsBehindEnd <= MOST_READS_BEHIND_END && new Set(loose).size > 2,
    finish: () => {
      // The end marker itself may be cut: the rest of it is not text.
      const partial = isDoubtful ? cutMarker(loose) : 0;
      const raw = body.join('') + (isDoubtful ? loose.slice(0, loose.length - partial) : '');
      return {
        text: pastedText(raw),
        acknowledgements: occurrences(raw, STATUS_REPORT),
        // Without an end, loose bytes may begin it.
        rest: isDoubtful ? loose.slice(loose.length - partial) : loose,
      };
    },
  };
}

/** The pasted text: without paste markers and terminal answers, its line ends (CR from the terminal) as LF. */
export function pastedText(raw: string): string {
  const marks = [START, END, STATUS_REPORT];
  return marks.reduce((text, mark) => text.replaceAll(mark, ''), raw).replace(/\r\n?/g, '\n');
}

/** The number of characters at the end of `input` that may begin an end marker. */
function cutMarker(input: string): number {
  for (let length = Math.min(END.length - 1, input.length); length > 0; length -= 1) {
    if (END.startsWith(input.slice(-length))) return length;
  }
  return 0;
}

/** The most that a person can have typed in one read while the link stood still. A held key counts once. */
const MAX_TYPED_AHEAD = { withLineEnd: 16, plain: 64, afterPaste: 2 };

/** The context of a text that came without the marks of a paste. */
interface Unmarked {
  /** It directly follows a paste. */
  readonly isAfterPaste: boolean;
  /** The terminal is known to mark pastes. */
  readonly marksPastes: boolean;
}

/**
 * Whether this text of one read is a paste without brackets. A terminal without bracketed paste sends it as if it were
 * typed. More than 16 different keys in a row with a line end among them, or more than 64, are a paste; directly after
 * another paste more than 2 are its next piece. If the terminal marks pastes, only such a next piece is one: all else
 * was typed ahead while the link stood still.
 */
export function looksPasted(text: string, { isAfterPaste, marksPastes }: Unmarked): boolean {
  let keys = 0;
  let last = '';
  for (const char of text) {
    if (char !== last && char >= ' ') keys += 1;
    last = char;
  }
  if (isAfterPaste) return keys > MAX_TYPED_AHEAD.afterPaste;
  if (marksPastes) return false;
  return keys > (/[\r\n]/.test(text) ? MAX_TYPED_AHEAD.withLineEnd : MAX_TYPED_AHEAD.plain);
}
