import { isAscii, isUtf8 } from 'node:buffer';
import { decodeShifted } from './shift-charsets.ts';

/** Labels that mail uses and `TextDecoder` does not know, or knows as a smaller set than senders mean. */
const aliases: Readonly<Record<string, string>> = {
  utf7: 'utf-7',
  'unicode-1-1-utf-7': 'utf-7',
  'x-unicode-1-1-utf-7': 'utf-7',
  csiso2022kr: 'iso-2022-kr',
  'x-hz-gb-2312': 'hz-gb-2312',
  gb2312: 'gb18030',
  gbk: 'gb18030',
  cp936: 'gb18030',
  ms936: 'gb18030',
  'windows-936': 'gb18030',
  'x-gbk': 'gb18030',
  cp932: 'shift_jis',
  'windows-932': 'shift_jis',
  eucjp: 'euc-jp',
  'iso-2022-jp-1': 'iso-2022-jp',
  'iso-2022-jp-2': 'iso-2022-jp',
  'iso-2022-jp-ms': 'iso-2022-jp',
  cp50220: 'iso-2022-jp',
  cp949: 'euc-kr',
  uhc: 'euc-kr',
  cp950: 'big5',
  'x-big5': 'big5',
  latin: 'iso-8859-1',
  'latin-1': 'iso-8859-1',
  'iso-8859-8-e': 'iso-8859-8',
};

/** Says nothing about bytes above 127, whatever it claims. */
const mute = /^(|us-ascii|ascii|ansi_x3\.4-1968|unknown-8bit|x-unknown|unknown|default|binary|8bit)$/;

const decoderOf = (label: string): TextDecoder | undefined => {
  try {
    return new TextDecoder(label);
  } catch {
    return undefined;
  }
};

const guess = (bytes: Uint8Array): string => {
  const head = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, 4_096));
  if (head.includes('\u001b$B') || head.includes('\u001b$@')) return new TextDecoder('iso-2022-jp').decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return mostlyUtf8(bytes) ?? new TextDecoder('windows-1252').decode(bytes);
  }
};

/** UTF-8 with a few broken places, as a cut mail has them, and not some other charset. */
const mostlyUtf8 = (bytes: Uint8Array): string | undefined => {
  const text = new TextDecoder('utf-8').decode(bytes);
  let broken = 0;
  let whole = 0;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === 0xfffd) broken += 1;
    else if (code > 0x7f) whole += 1;
  }
  return whole > broken ? text : undefined;
};

/** Charsets of seven bits, and those that bytes above 127 under their label are in. */
const sevenBit: Readonly<Record<string, readonly string[]>> = {
  'iso-2022-jp': ['utf-8', 'euc-jp', 'shift_jis'],
  'iso-2022-kr': ['utf-8', 'euc-kr'],
  'hz-gb-2312': ['utf-8', 'gb18030'],
  'utf-7': ['utf-8'],
};

/** The text in the first of these charsets that knows all of its bytes. */
const firstThatFits = (bytes: Uint8Array, charsets: readonly string[]): string | undefined => {
  for (const charset of charsets) {
    try {
      return new TextDecoder(charset, { fatal: true }).decode(bytes);
    } catch {
      // The next one.
    }
  }
  return undefined;
};

/** Where words were glued together a shift follows a shift, which `TextDecoder` takes for an error. */
const withoutEmptyShifts = (bytes: Uint8Array): Uint8Array =>
  Buffer.from(
    Buffer.from(bytes)
      .toString('latin1')
      .replace(/\u001b(?:\([BIJ]|\$[@B])(?=\u001b(?:\([BIJ]|\$[@B]))/g, ''),
    'latin1',
  );

const western = /^(?:windows-1252|iso-8859-15)$/;

/**
 * Text with accents in a western charset is hardly ever UTF-8 by chance, so where it can be read as such, the label
 * lies. An accented capital before a no-break space, as French has it before `!`, is such a chance.
 */
const isUtf8AfterAll = (bytes: Uint8Array): boolean => {
  if (isAscii(bytes) || !isUtf8(bytes)) return false;
  return !/[\xc4-\xdf]\xa0/.test(Buffer.from(bytes).toString('latin1'));
};

/** Whether `label` names a charset that can be decoded. */
export const isCharset = (label: string): boolean => {
  const name = label.trim().toLowerCase();
  const known = aliases[name] ?? name;
  return decodeShifted(new Uint8Array(), known) !== undefined || decoderOf(known) !== undefined;
};

/**
 * The text in `bytes`, in the charset that the mail claims. Where it claims none, an unknown one, or one that its
 * bytes belie, UTF-8 is tried and then Windows-1252. Never throws; what cannot be read is U+FFFD.
 */
export const decodeText = (bytes: Uint8Array, label = ''): string => {
  const name = label.trim().toLowerCase();
  if (mute.test(name) || /^utf-?8$/.test(name)) return guess(bytes);
  const known = aliases[name] ?? name;
  if (Object.hasOwn(sevenBit, known) && !isAscii(bytes)) {
    const fitting = firstThatFits(bytes, sevenBit[known]!);
    if (fitting !== undefined) return fitting;
  }
  const shifted = decodeShifted(bytes, known);
  if (shifted !== undefined) return shifted;
  if (known === 'iso-2022-jp') return new TextDecoder(known).decode(withoutEmptyShifts(bytes));
  const decoder = decoderOf(known);
  return !decoder || (western.test(decoder.encoding) && isUtf8AfterAll(bytes)) ? guess(bytes) : decoder.decode(bytes);
};
