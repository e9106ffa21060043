import { isAscii, isUtf8 } from 'node:buffer';
import { replaceRuns } from './long-text.ts';
import { decodeShifted } from './shifted.ts';

/** Labels that occur in mail and that `TextDecoder` does not know, or knows as a smaller set than senders mean. */
const aliases: Readonly<Record<string, string>> = Object.fromEntries(
  (
    [
      ['utf-7', 'utf7 unicode-1-1-utf-7 x-unicode-1-1-utf-7'],
      ['iso-2022-kr', 'csiso2022kr'],
      ['hz-gb-2312', 'x-hz-gb-2312'],
      ['gb18030', 'gb2312 gbk cp936 cp-936 euc-cn ms936 windows-936 x-gbk'],
      ['shift_jis', 'cp932 windows-932 shiftjis x-shiftjis'],
      ['euc-jp', 'eucjp'],
      ['iso-2022-jp', 'iso-2022-jp-1 iso-2022-jp-2 iso-2022-jp-ms cp50220'],
      ['euc-kr', 'cp949 uhc'],
      ['big5', 'cp950 x-big5 chinesebig5 big-5 windows-950'],
      ['windows-1251', 'cp-1251 win-1251 windows1251'],
      ['windows-1252', 'cp-1252 win-1252 windows1252'],
      ['koi8-r', 'koi8r koi-8-r'],
      ['iso-8859-1', 'latin latin-1'],
      ['iso-8859-8', 'iso-8859-8-e'],
    ] as const
  ).flatMap(([charset, labels]) => labels.split(' ').map(label => [label, charset])),
);

/** A label that says nothing about bytes above 127. */
const mute = /^(|us-ascii|ascii|ansi_x3\.4-1968|unknown-8bit|x-unknown|unknown|default|binary|8bit)$/;

function decoderOf(label: string): TextDecoder | undefined {
  try {
    return new TextDecoder(label);
  } catch {
    // An unknown label: the bytes themselves are looked at.
    return undefined;
  }
}

/** Whether the bytes switch to Japanese early on, as ISO-2022-JP does. */
export function isJapanese(bytes: Uint8Array): boolean {
  const head = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, 4_096));
  return head.includes('\u001b$B') || head.includes('\u001b$@');
}

function guess(bytes: Uint8Array): string {
  return isJapanese(bytes) ? decodeJapanese(bytes) : new TextDecoder(likeliest(bytes)).decode(bytes);
}

/** Runs of common Chinese characters in GBK, two or more each: in western text such bytes stand alone. */
const gbkRuns = /^(?:[\0-\x7f]|(?:[\xb0-\xd7][\xa1-\xfe]){2,}(?![\x80-\xff]))+$/;
/** For file names and fields: in a longer text, single bytes may mean something else. */
const GUESS_BYTES = 4_096;

function isGbk(bytes: Uint8Array): boolean {
  return bytes.length <= GUESS_BYTES && gbkRuns.test(Buffer.from(bytes).toString('latin1'));
}

type Unlabelled = 'koi8-r' | 'windows-1251' | 'shift_jis' | 'euc-jp';

/**
 * Words of Cyrillic in the two charsets of old mail, which have capitals and small letters the other way round: each has
 * a vowel. Western text has no three letters beyond ASCII in a row; capitals of Windows-1251 could be Chinese.
 */
const CYRILLIC = {
  'koi8-r': [
    /^[\xe0-\xff\xb3]?[\xc0-\xdf\xa3]+$|^[\xe0-\xff\xb3]+$/,
    /[\xc0\xc1\xc5\xc9\xcf\xd1\xd5\xd9\xe0\xe1\xe5\xe9\xef\xf1\xf5\xf9]/,
  ],
  'windows-1251': [
    /^[\xc0-\xdf\xa8]?[\xe0-\xff\xb8]+$/,
    /[\xe0\xe5\xe8\xee\xf3\xfb\xfd-\xff\xc0\xc5\xc8\xce\xd3\xdb\xdd-\xdf]/,
  ],
} as const;
/** Two kana in a row. */
const KANA = {
  shift_jis: /(?:\x82[\x9f-\xf1]|\x83[\x40-\x96]){2}/,
  'euc-jp': /(?:\xa4[\xa1-\xf3]|\xa5[\xa1-\xf6]){2}/,
} as const;

function decodesIn(charset: string, bytes: Uint8Array): boolean {
  try {
    new TextDecoder(charset, { fatal: true }).decode(bytes);
    return true;
  } catch {
    // These bytes are in no such charset.
    return false;
  }
}

/** The charset of bytes that allow only one. */
function unlabelledCharset(bytes: Uint8Array): Unlabelled | undefined {
  const latin = Buffer.from(bytes).toString('latin1');
  for (const [charset, kana] of Object.entries(KANA))
    if (kana.test(latin) && decodesIn(charset, bytes)) return charset as Unlabelled;
  // No word has letters of both alphabets.
  const words = /[a-z][\x80-\xff]|[\x80-\xff][a-z]/i.test(latin) ? [] : (latin.match(/[\x80-\xff]{3,}/g) ?? []);
  const isWords = ([form, vowel]: readonly [RegExp, RegExp]) => words.every(one => form.test(one) && vowel.test(one));
  return words.length === 0
    ? undefined
    : (Object.keys(CYRILLIC) as (keyof typeof CYRILLIC)[]).find(charset => isWords(CYRILLIC[charset]));
}

/**
 * The charset of bytes without a label. A few invalid places still count as UTF-8, for example in a mail that was cut.
 */
function likeliest(bytes: Uint8Array): 'utf-8' | 'gb18030' | 'windows-1252' | Unlabelled {
  if (isUtf8(bytes)) return 'utf-8';
  const unlabelled = unlabelledCharset(bytes);
  if (unlabelled) return unlabelled;
  if (isGbk(bytes)) return 'gb18030';
  const text = new TextDecoder('utf-8').decode(bytes);
  let broken = 0;
  let whole = 0;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === 0xfffd) broken += 1;
    else if (code > 0x7f) whole += 1;
  }
  return whole > broken ? 'utf-8' : 'windows-1252';
}

/** 7-bit charsets, and the charsets of bytes above 127 under their labels. */
const sevenBit = {
  'iso-2022-jp': ['utf-8', 'euc-jp', 'shift_jis'],
  'iso-2022-kr': ['utf-8', 'euc-kr'],
  'hz-gb-2312': ['utf-8', 'gb18030'],
  'utf-7': ['utf-8'],
} as const;

function isSevenBit(name: string): name is keyof typeof sevenBit {
  return Object.hasOwn(sevenBit, name);
}

/** The charset of bytes above 127 under a 7-bit label: the first that knows all of them, or a guess. */
function fitting(bytes: Uint8Array, label: keyof typeof sevenBit): string {
  return sevenBit[label].find(charset => decodesIn(charset, bytes)) ?? likeliest(bytes);
}

const japaneseRuns = /\u001b(?:\$[@B])[\s!-~]*(?:\u001b(?:\([BIJ]))?/g;

/** Decodes ISO-2022-JP. Other bytes may stand between its runs, such as a signature added by a server. */
function decodeJapanese(bytes: Uint8Array): string {
  const clean = withoutEmptyShifts(bytes);
  const japanese = new TextDecoder('iso-2022-jp');
  if (isAscii(clean)) return japanese.decode(clean);
  const latin = clean.toString('latin1');
  const rest = Buffer.from(latin.replace(japaneseRuns, ''), 'latin1');
  const others = new TextDecoder(fitting(rest, 'iso-2022-jp'));
  return replaceRuns(
    latin,
    japaneseRuns,
    ([run]) => japanese.decode(Buffer.from(run, 'latin1')),
    piece => others.decode(Buffer.from(piece, 'latin1')),
  );
}

/** Where words were joined, a shift follows a shift, which `TextDecoder` treats as an error. */
function withoutEmptyShifts(bytes: Uint8Array): Buffer {
  return Buffer.from(
    Buffer.from(bytes)
      .toString('latin1')
      .replace(/\u001b(?:\([BIJ]|\$[@B])(?=\u001b(?:\([BIJ]|\$[@B]))/g, ''),
    'latin1',
  );
}

const western = /^(?:windows-1252|iso-8859-15)$/;

/**
 * Accented text in a western charset is hardly ever valid UTF-8 by chance, so if it is valid, the label is wrong.
 * Exception: an accented capital before a no-break space, as French has it before `!`.
 */
function isUtf8AfterAll(bytes: Uint8Array): boolean {
  if (isAscii(bytes) || !isUtf8(bytes)) return false;
  return !/[\xc4-\xdf]\xa0/.test(Buffer.from(bytes).toString('latin1'));
}

function nameOf(label: string): string {
  const name = label
    .trim()
    .replace(/^['"]|['"]$/g, '')
    .toLowerCase();
  return mute.test(name) || Object.hasOwn(aliases, name) || decoderOf(name) ? name : usualName(name);
}

/** The usual name of a charset that is spelled as some programs do: `X-ISO_8859-1:1987`, `win-1250`, `utf_8`. */
function usualName(name: string): string {
  const bare = name
    .replace(/;.*$|:\d{4}$/g, '')
    .replace(/^(?:x-|cs)+/, '')
    .replace(/[\s_.-]/g, '');
  const [, part] = /^(?:iso)?8859(\d{1,2})/.exec(bare) ?? [];
  const [, page] = /^(?:windows|win|cp|ms|ibm)?(125[0-8]|874)$/.exec(bare) ?? [];
  if (part !== undefined) return `iso-8859-${part}`;
  if (page !== undefined) return `windows-${page}`;
  if (/^(?:utf8|unicode11utf8)/.test(bare)) return 'utf-8';
  if (/^(?:iso)?latin\d$/.test(bare)) return LATIN[Number(bare.at(-1))] ?? name;
  return Object.entries(SQUEEZED).find(([, labels]) => labels.includes(bare))?.[0] ?? name;
}

const LATIN: Readonly<Record<number, string>> = {
  1: 'iso-8859-1',
  2: 'iso-8859-2',
  3: 'iso-8859-3',
  4: 'iso-8859-4',
  5: 'iso-8859-9',
  6: 'iso-8859-10',
  9: 'iso-8859-15',
};

/** Further labels by their charset, without the separators of their parts. */
const SQUEEZED: Readonly<Record<string, readonly string[]>> = {
  shift_jis: ['windows31j', 'sjis', 'mskanji', 'ms932'],
  'euc-jp': ['eucjp', 'ujis'],
  'iso-2022-jp': ['iso2022jp3', 'iso2022jp2004'],
  'euc-kr': ['euckr', 'windows949', 'ms949', 'ksc56011987'],
  gb18030: ['gb2312charset', 'gbk2312', 'gb18030', 'gb231280', 'gbk'],
  'big5-hkscs': ['big5hkscs'],
  macintosh: ['macroman', 'mac'],
  'x-mac-cyrillic': ['maccyrillic'],
};

/** The label of a Windows code page; empty for 0. */
export function charsetOfCodePage(codePage: number): string {
  if (codePage === 0) return '';
  if (codePage === 65_001) return 'utf-8';
  if (codePage === 20_866) return 'koi8-r';
  if (codePage > 28_590 && codePage < 28_606) return `iso-8859-${codePage - 28_590}`;
  return `${codePage === 874 || (codePage >= 1_250 && codePage <= 1_258) ? 'windows-' : 'cp'}${codePage}`;
}

function isCharset(label: string): boolean {
  const name = nameOf(label);
  const known = aliases[name] ?? name;
  return decodeShifted(new Uint8Array(), known) !== undefined || decoderOf(known) !== undefined;
}

/** Whether `label` names a charset that can explain bytes that are not UTF-8. */
export function isTelling(label: string): boolean {
  return !mute.test(nameOf(label)) && !/^utf-?8$/.test(nameOf(label)) && isCharset(label);
}

/**
 * Decodes `bytes` in the charset that the mail claims. If it claims none, an unknown one, or one that does not fit the
 * bytes, UTF-8 is tried and then Windows-1252. Never throws; undecodable bytes become U+FFFD.
 */
export function decodeCharset(bytes: Uint8Array, label = ''): string {
  const name = nameOf(label);
  if (mute.test(name) || /^utf-?8$/.test(name)) return guess(bytes);
  const known = aliases[name] ?? name;
  if (known === 'iso-2022-jp') return decodeJapanese(bytes);
  if (isSevenBit(known) && !isAscii(bytes)) return new TextDecoder(fitting(bytes, known)).decode(bytes);
  const shifted = decodeShifted(bytes, known);
  if (shifted !== undefined) return shifted;
  const decoder = decoderOf(known);
  return !decoder || (western.test(decoder.encoding) && isUtf8AfterAll(bytes)) ? guess(bytes) : decoder.decode(bytes);
}
