/** A thing on the wire that is no word of the desk's, with what stood round it. */
export interface Stranger {
  readonly what: string;
  /** Printable ASCII: the bytes from a little before to a little after. */
  readonly context: string;
}

const COLOURS = ['91', '95', '39'];
const WEIGHTS = ['1', '2', '7', '22', '27'];
const LOOK = `(?:${[...WEIGHTS, ...COLOURS].join('|')})`;
const PLACE = '[1-9]\\d{0,3}';

/** Every sequence that the output stage makes, behind its ESC; nothing else may follow one. */
const WORDS: readonly RegExp[] = [
  // Modes: alternate screen, autowrap, bracketed paste, synchronised output, the cursor.
  /\[\?(?:1049|7|2004|2026|25)[hl]/y,
  // Moves.
  new RegExp(`\\[(?:${PLACE})?(?:;${PLACE})?H`, 'y'),
  new RegExp(`\\[(?:${PLACE})?[dCEF]`, 'y'),
  new RegExp(`\\[${PLACE}[ABDG]`, 'y'),
  /[DEM]/y,
  // A place kept, and the way back to it.
  /[78]/y,
  // Erasing: to the screen's end (only behind a reset and a move home), to the line's end, so many cells.
  /\[m\x1b\[H\x1b\[J/y,
  /\[K/y,
  new RegExp(`\\[${PLACE}X`, 'y'),
  // Looks: those of the theme and no other.
  new RegExp(`\\[(?:;?${LOOK}(?:;${LOOK})*)?m`, 'y'),
  // "Are you well?"
  /\[5n/y,
  // "Do you know left and right margins?" Where one does: on and off, a part of the screen moved, its edges again.
  /\[\?69(?:\$p|[hl])/y,
  new RegExp(`\\[${PLACE};${PLACE}r\x1b\\[${PLACE};${PLACE}s\x1b\\[(?:${PLACE})?[ST]\x1b\\[s\x1b\\[r`, 'y'),
  /\[s\x1b\[r/y,
  /\[2;9s\x1b\[2;5H\r\x1b\[6n\x1b\[s/y,
];

const MOVES_OF_ONE = new Set(['\r', '\b']);
/** C1, and what is invisible or turns the direction: no text of anybody holds it on the wire. */
const NO_TEXT = /[\x80-\x9f\u00ad\u061c\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]/u;

/** All that is in these bytes and that the desk's output stage does not make: none, or an attack has come through. */
export function strangersIn(bytes: Uint8Array): Stranger[] {
  const text = decode(bytes);
  if (text === undefined) return [{ what: 'bytes that are no UTF-8', context: '' }];
  const strangers: Stranger[] = [];
  const note = (what: string, at: number) =>
    strangers.push({ what, context: printable(text.slice(Math.max(0, at - 30), at + 40)) });
  const odd = /[\x00-\x1f\x7f]/g;
  let from = 0;
  for (;;) {
    odd.lastIndex = from;
    const at = odd.exec(text)?.index ?? text.length;
    const hidden = NO_TEXT.exec(text.slice(from, at));
    if (hidden) note(`U+${hidden[0].codePointAt(0)?.toString(16)}`, from + hidden.index);
    if (at === text.length) return strangers;
    const length = wordAt(text, at);
    if (length === 0) note(`${printable(text[at]!)} that begins no word of the desk`, at);
    from = at + Math.max(1, length);
  }
}

function wordAt(text: string, at: number): number {
  if (MOVES_OF_ONE.has(text[at]!)) return 1;
  if (text[at] !== '\x1b') return 0;
  for (const word of WORDS) {
    word.lastIndex = at + 1;
    const found = word.exec(text);
    if (found) return 1 + found[0].length;
  }
  return 0;
}

function decode(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

function printable(text: string): string {
  return JSON.stringify(text)
    .slice(1, -1)
    .replace(/[^\x20-\x7e]/gu, found => `\\u{${found.codePointAt(0)?.toString(16)}}`);
}
