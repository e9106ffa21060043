import { STATUS_REPORT } from './status-report.ts';

const START = '\x1b[200~';
const END = '\x1b[201~';

const MOST_READS_BEHIND_END = 50;

/** A bracketed paste that is under way. */
export interface PasteCollector {
  /** Takes the text of one more read; true where an end was in it. */
  add(text: string): boolean;
  /** An end has been seen: what follows is held for a moment, for it may have been a pasted one. */
  isClosing(): boolean;
  /**
   * What comes behind an end is more than a person types so fast, one key held down among it: the paste may go on, over a
   * slow link, with its own end still to come. Never for more than so many reads, whoever types.
   */
  mayGoOn(): boolean;
  /** Ends it: the paste, the acknowledgements that came in the midst of it, and what follows it and is no paste. */
  finish(): { text: string; acknowledgements: number; rest: string };
}

/**
 * Collects a paste over several reads. A pasted `ESC[201~` does not end it: only the last end counts, and what follows
 * an end is held by the caller until no other can be on its way. Where the paste came in several reads and text stood
 * behind its end in the same read, that text stays part of the paste: over a slow link the terminal's own end may be
 * a packet behind a pasted one, and losing a key pressed ahead is better than running a stranger's keys.
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
      // The end itself may be cut: what comes of it later is no text.
      const partial = isDoubtful ? cutMarker(loose) : 0;
      const raw = body.join('') + (isDoubtful ? loose.slice(0, loose.length - partial) : '');
      return {
        text: pastedText(raw),
        acknowledgements: raw.split(STATUS_REPORT).length - 1,
        rest: isDoubtful ? loose.slice(loose.length - partial) : isClosing ? loose : '',
      };
    },
  };
}

/** What was pasted: without the marks of a paste and the terminal's answers, its line ends (CR on the wire) as LF. */
export function pastedText(raw: string): string {
  const marks = [START, END, STATUS_REPORT];
  return marks.reduce((text, mark) => text.replaceAll(mark, ''), raw).replace(/\r\n?/g, '\n');
}

/** How many characters at the end of `input` may be the beginning of an end marker. */
function cutMarker(input: string): number {
  for (let length = Math.min(END.length - 1, input.length); length > 0; length -= 1) {
    if (END.startsWith(input.slice(-length))) return length;
  }
  return 0;
}

/** What a person can have typed ahead in one read while the link stood still. A held key counts once. */
const MAX_TYPED_AHEAD = { withLineEnd: 16, plain: 64, afterPaste: 2 };

/**
 * Is this text of one read a paste without brackets? A terminal without bracketed paste sends it as if it were typed.
 * More than 16 different keys in a row with a line end among them, or more than 64, are a paste; right after another
 * paste (`afterPaste`) more than 2 are its next piece.
 */
export function looksPasted(text: string, afterPaste: boolean): boolean {
  let keys = 0;
  let last = '';
  for (const char of text) {
    if (char !== last && char >= ' ') keys += 1;
    last = char;
  }
  if (afterPaste) return keys > MAX_TYPED_AHEAD.afterPaste;
  return keys > (/[\r\n]/.test(text) ? MAX_TYPED_AHEAD.withLineEnd : MAX_TYPED_AHEAD.plain);
}
