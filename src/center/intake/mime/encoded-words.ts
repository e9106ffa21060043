import { decodeCharset } from './charset.ts';

/**
 * RFC 2047. The text of a word may contain a question mark, but not the beginning of another word, nor the end of a quoted
 * parameter: some programs cut a word in two parameters.
 */
const WORD = /=\?([^?\s]+)\?([bq])\?((?:[^?"]|"(?!\s{0,9};)|\?(?!=|[bq]\?))*)\?=/gi;

/** The bytes of a Latin-1 text in which `pairs` finds bytes as two hexadecimal digits. */
export function bytesWithPairs(latin: string, pairs: RegExp): Buffer {
  return Buffer.from(
    latin.replace(pairs, (_, pair: string) => String.fromCharCode(Number.parseInt(pair, 16))),
    'latin1',
  );
}

function bytesOf(encoding: string, text: string): Buffer {
  if (encoding.toLowerCase() === 'b') return Buffer.from(text, 'base64');
  const spaced = text.replace(/=\s+(?=[\da-f])/gi, '=').replace(/[_\s]/g, ' ');
  // Characters beyond ASCII were decoded with their field.
  return bytesWithPairs(Buffer.from(spaced).toString('latin1'), /=([\da-f]{2})/gi);
}

/** Some programs split a character between two words, and others cut it off: joined words count if they can be read. */
function decodeRun(charset: string, pieces: readonly Buffer[]): string {
  const joined = decodeCharset(Buffer.concat(pieces), charset);
  if (pieces.length === 1 || !joined.includes('\ufffd')) return joined;
  const apart = pieces.map(piece => decodeCharset(piece, charset)).join('');
  return apart.includes('\ufffd') ? joined : apart;
}

/**
 * Replaces the encoded words of a value; `replace` gets the text of consecutive words of one charset, and the words
 * themselves. The blanks between two words do not count.
 */
function replaceWords(value: string, replace: (text: string, words: string) => string): string {
  if (!value.includes('=?')) return value;
  let out = '';
  let charset = '';
  let pieces: Buffer[] = [];
  let from = 0;
  let at = 0;
  const flush = () => {
    if (pieces.length > 0) out += replace(decodeRun(charset, pieces), value.slice(from, at));
    pieces = [];
  };
  for (const { 0: word, 1: label, 2: encoding, 3: text, index } of value.matchAll(WORD)) {
    const own = label!.replace(/\*.*/s, '').toLowerCase();
    const between = value.slice(at, index);
    const isNext = pieces.length > 0 && between.trim() === '';
    if (!isNext || own !== charset) {
      flush();
      if (!isNext) out += between;
      [charset, from] = [own, index];
    }
    pieces.push(bytesOf(encoding!, text!));
    at = index + word.length;
  }
  flush();
  return out + value.slice(at);
}

/** Decodes the encoded words of a value; a word of an unknown charset is read as UTF-8, then as Windows-1252. */
export function decodeValue(value: string): string {
  return replaceWords(value, text => text);
}

/** A value in which signs stand for its encoded words, so that nothing within them is taken for its structure. */
export interface Masked {
  readonly value: string;
  /** A piece of the value, with its words decoded. */
  decoded(piece: string): string;
  /** A piece of the value as it was. */
  original(piece: string): string;
}

/** Two characters for private use: no field needs them. */
const SIGN = /\ue000(\d{1,6})\ue001/g;

/** Masks the encoded words of a structured value: its structure is read first, and they are decoded then. */
export function maskWords(value: string): Masked {
  const found: { readonly text: string; readonly words: string }[] = [];
  const masked = replaceWords(value, (text, words) => `\ue000${found.push({ text, words }) - 1}\ue001`);
  const restore = (piece: string, of: 'text' | 'words') =>
    piece.replace(SIGN, (sign, at: string) => found[Number(at)]?.[of] ?? sign);
  return {
    value: masked,
    decoded: piece => restore(piece, 'text'),
    original: piece => restore(piece, 'words'),
  };
}

/** Writes the bytes beyond ASCII in Q words as the words should: they are in the charset of the word, not of the field. */
export function quoteRawBytes(value: Buffer): Buffer {
  if (!value.includes('=?')) return value;
  const quoted = value
    .toString('latin1')
    .replace(WORD, word => word.replace(/[\x80-\xff]/g, raw => `=${raw.charCodeAt(0).toString(16)}`));
  return Buffer.from(quoted, 'latin1');
}
