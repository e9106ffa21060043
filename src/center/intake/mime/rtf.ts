import { messageLimits } from '../../../contract/message.ts';
import { charsetOfCodePage, decodeCharset } from './charset.ts';

/** Every stream may refer to these bytes, as if they preceded it (MS-OXRTFCP). */
const DICTIONARY = Buffer.from(
  '{\\rtf1\\ansi\\mac\\deff0\\deftab720{\\fonttbl;}{\\f0\\fnil \\froman \\fswiss \\fmodern \\fscript \\fdecor MS Sans SerifSymbolArialTimes New RomanCourier{\\colortbl\\red0\\green0\\blue0\r\n\\par \\pard\\plain\\f0\\fs20\\b\\i\\u\\tab\\tx',
  'latin1',
);
const HEAD_BYTES = 16;
const COMPRESSED = 0x75465a4c;
const PLAIN = 0x414c454d;
const RING = 4_096;
/** The most bytes to unpack: text beyond is not shown. */
const MAX_BYTES = 4 * messageLimits.characters;

/** Writes the meaning of the runs and letters of `bytes` to `out`; returns the number of bytes written. */
function inflate(bytes: Buffer, out: Buffer): number {
  const ring = Buffer.alloc(RING, 32);
  DICTIONARY.copy(ring);
  let place = DICTIONARY.length;
  let length = 0;
  const write = (byte: number): void => {
    out[length++] = byte;
    ring[place] = byte;
    place = (place + 1) % RING;
  };
  for (let at = HEAD_BYTES; at < bytes.length; ) {
    const control = bytes[at++]!;
    for (let bit = 0; bit < 8 && at < bytes.length; bit += 1) {
      if (length >= out.length) return length;
      if (((control >> bit) & 1) === 0) {
        write(bytes[at++]!);
        continue;
      }
      const run = (bytes[at]! << 8) | (bytes[at + 1] ?? 0);
      at += 2;
      const from = run >> 4;
      if (from === place) return length;
      for (let index = 0; index < (run & 15) + 2 && length < out.length; index += 1)
        write(ring[(from + index) % RING]!);
    }
  }
  return length;
}

/** Unpacks rich text as Outlook packs it (MS-OXRTFCP), as far as possible; returns no bytes if it is not such text. */
export function unpackRtf(bytes: Buffer): Buffer {
  if (bytes.length < HEAD_BYTES) return Buffer.alloc(0);
  const kind = bytes.readUInt32LE(8);
  if (kind === PLAIN) return bytes.subarray(HEAD_BYTES, HEAD_BYTES + MAX_BYTES);
  if (kind !== COMPRESSED) return Buffer.alloc(0);
  const out = Buffer.alloc(Math.min(bytes.readUInt32LE(4), MAX_BYTES));
  return out.subarray(0, inflate(bytes, out));
}

/** The contents of a rich text: HTML if it was made from HTML, as Outlook does. */
interface RtfText {
  readonly text: string;
  readonly isHtml: boolean;
}

/** A word with its number, a byte, another sign after a backslash, a brace, or letters; line ends are ignored. */
const TOKEN = /\\([a-z]{1,32})(-?\d{1,9})? ?|\\'([0-9a-f]{2})|\\([\s\S])|([{}])|([^\\{}\r\n]+)/gi;
/** Groups without text of the mail. */
const ASIDE =
  /^(?:fonttbl|colortbl|stylesheet|info|pict|object|header[lrf]?|footer[lrf]?|footnote|listtable|listoverridetable|generator|themedata|xmlnstbl|fldinst)$/;
const SIGNS: Readonly<Record<string, string>> = {
  par: '\n',
  line: '\n',
  sect: '\n',
  page: '\n',
  row: '\n',
  tab: '\t',
  cell: '\t',
  lquote: '‘',
  rquote: '’',
  ldblquote: '“',
  rdblquote: '”',
  bullet: '•',
  endash: '–',
  emdash: '—',
};
/** Flags of a group; they end with the group. */
const IS_ASIDE = 1;
const IS_STARRED = 2;
const IS_TAG = 4;
const IS_RTF_ONLY = 8;

class Reader {
  isHtml = false;
  #codePage = 0;
  #text = '';
  /** Bytes of letters that are not decoded yet. */
  #pending = '';
  #state = 0;
  readonly #outer: number[] = [];
  /** How many characters follow each `\u`, for programs without Unicode. */
  #spare = 1;
  #skip = 0;

  end(): string {
    this.#flush();
    return this.#text;
  }

  brace(sign: string): void {
    if (sign === '{') {
      this.#outer.push(this.#state);
      this.#state &= ~IS_STARRED;
    } else this.#state = this.#outer.pop() ?? 0;
    this.#skip = 0;
  }

  letters(text: string): void {
    const rest = text.slice(this.#skip);
    this.#skip = Math.max(0, this.#skip - text.length);
    if (this.#isShown) this.#pending += rest;
  }

  symbol(sign: string): void {
    if (sign === '*') this.#state |= IS_STARRED;
    else if (sign === '~') this.#sign('\u00a0');
    else if (sign === '_') this.#sign('-');
    else if (sign === '\n' || sign === '\r') this.#sign('\n');
    else if (/[\\{}]/.test(sign)) this.letters(sign);
  }

  word(word: string, number: number | undefined): void {
    const sign = SIGNS[word];
    if (this.#state & IS_STARRED) this.#state = (this.#state & ~IS_STARRED) | (word === 'htmltag' ? IS_TAG : IS_ASIDE);
    else if (ASIDE.test(word)) this.#state |= IS_ASIDE;
    else if (word === 'fromhtml') this.isHtml = true;
    else if (word === 'ansicpg') this.#codePage = number ?? 0;
    else if (word === 'uc') this.#spare = Math.max(0, number ?? 1);
    else if (word === 'htmlrtf') this.#state = number === 0 ? this.#state & ~IS_RTF_ONLY : this.#state | IS_RTF_ONLY;
    else if (word === 'u') {
      this.#sign(String.fromCharCode((number ?? 0) & 0xffff));
      this.#skip = this.#spare;
    } else if (sign !== undefined) this.#sign(sign);
  }

  get #isShown(): boolean {
    return (this.#state & IS_ASIDE) === 0 && !(this.isHtml && this.#state & IS_RTF_ONLY);
  }

  #sign(sign: string): void {
    if (!this.#isShown) return;
    this.#flush();
    this.#text += sign;
  }

  #flush(): void {
    const isAscii = /^[\0-\x7f]*$/.test(this.#pending);
    this.#text += isAscii
      ? this.#pending
      : decodeCharset(Buffer.from(this.#pending, 'latin1'), charsetOfCodePage(this.#codePage));
    this.#pending = '';
  }
}

/** Reads the text of RTF (or the HTML that it was made from), without fonts, pictures and the like. Never throws. */
export function readRtf(rtf: Buffer): RtfText {
  const reader = new Reader();
  for (const [, word, number, hex, symbol, brace, letters] of rtf.toString('latin1').matchAll(TOKEN)) {
    if (word !== undefined) reader.word(word.toLowerCase(), number === undefined ? undefined : Number(number));
    else if (hex !== undefined) reader.letters(String.fromCharCode(Number.parseInt(hex, 16)));
    else if (symbol !== undefined) reader.symbol(symbol);
    else if (brace !== undefined) reader.brace(brace);
    else reader.letters(letters!);
  }
  return { text: reader.end().toWellFormed(), isHtml: reader.isHtml };
}
