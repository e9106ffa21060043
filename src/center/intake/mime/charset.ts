import { isAscii, isUtf8 } from 'node:buffer';

/** Labels that occur in mail and that `TextDecoder` does not know, or knows as a smaller set than senders mean. */
const aliases: Readonly<Record<string, string>> = Object.fromEntries(
  (
    [
      ['utf-7', 'utf7 unicode-1-1-utf-7 x-unicode-1-1-utf-7'],
      ['iso-2022-kr', 'csiso2022kr'],
      ['hz-gb-2312', 'x-hz-gb-2312'],
      ['gb18030', 'gb2312 gbk cp936 cp-936 euc-cn ms936 windows-936 x-gbk'],
      ['shift_jis', 'cp932 windows-932'],
      ['euc-jp', 'eucjp'],
      ['iso-2022-jp', 'iso-2022-jp-1 iso-2022-jp-2 iso-2022-jp-ms cp50220'],
      ['euc-kr', 'cp949 uhc'],
      ['big5', 'cp950 x-big5'],
      ['iso-8859-1', 'latin latin-1'],
      ['iso-8859-8', 'iso-8859-8-e'],
    ] as const
  ).flatMap(([charset, labels]) => labels.split(' ').map(label => [label, charset])),
);

/** Charsets of old mail that switch by escape sequences and that `TextDecoder` does not know. */
function shifted(text: string, on: string, off: string, charset: string): string {
  const bytes: number[] = [];
  let isShifted = false;
  for (let at = 0; at < text.length; ) {
    const mark = isShifted ? off : on;
    if (text.startsWith(mark, at)) {
      isShifted = !isShifted;
      at += mark.length;
    } else {
      const code = text.charCodeAt(at++);
      bytes.push(isShifted && code > 0x20 ? code | 0x80 : code);
    }
  }
  return new TextDecoder(charset).decode(Uint8Array.from(bytes));
}

/** Decodes runs of UTF-16 in base64, as UTF-7 has them; an empty run is the sign that begins one. */
export function decodeRuns(text: string, runs: RegExp): string {
  // One for all runs: making one takes longer than decoding a run.
  const decoder = new TextDecoder('utf-16be');
  return text.replace(runs, (whole, run: string) => {
    if (run === '') return whole[0]!;
    const bytes = Buffer.from(run.replaceAll(',', '/'), 'base64');
    return decoder.decode(bytes.subarray(0, bytes.length & ~1));
  });
}

const readers: Readonly<Record<string, (latin: string) => string>> = {
  'utf-7': text => decodeRuns(text, /\+([A-Za-z0-9+/]*)-?/g),
  'iso-2022-kr': text => shifted(text.replaceAll('\u001b$)C', ''), '\u000e', '\u000f', 'euc-kr'),
  'hz-gb-2312': text => shifted(text.replaceAll('~\n', ''), '~{', '~}', 'gb18030').replaceAll('~~', '~'),
};

/** Decodes UTF-7, ISO-2022-KR or HZ; `undefined` for every other label (lower case). */
function decodeShifted(bytes: Uint8Array, label: string): string | undefined {
  return Object.hasOwn(readers, label) ? readers[label]!(Buffer.from(bytes).toString('latin1')) : undefined;
}

/** A label that says nothing about bytes above 127. */
const mute = /^(|us-ascii|ascii|ansi_x3\.4-1968|unknown-8bit|x-unknown|unknown|default|binary|8bit)$/;

function decoderOf(label: string): TextDecoder | undefined {
  try {
    return new TextDecoder(label);
  } catch {
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

/**
 * The charset of bytes without a label. A few invalid places still count as UTF-8, for example in a mail that was cut.
 */
function likeliest(bytes: Uint8Array): 'utf-8' | 'gb18030' | 'windows-1252' {
  if (isUtf8(bytes)) return 'utf-8';
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
  const fits = (charset: string): boolean => {
    try {
      new TextDecoder(charset, { fatal: true }).decode(bytes);
      return true;
    } catch {
      return false;
    }
  };
  return sevenBit[label].find(fits) ?? likeliest(bytes);
}

const japaneseRun = /(\u001b(?:\$[@B])[\s!-~]*(?:\u001b(?:\([BIJ]))?)/;

/** Decodes ISO-2022-JP. Other bytes may stand between its runs, such as a signature added by a server. */
function decodeJapanese(bytes: Uint8Array): string {
  const clean = withoutEmptyShifts(bytes);
  const japanese = new TextDecoder('iso-2022-jp');
  if (isAscii(clean)) return japanese.decode(clean);
  const runs = clean
    .toString('latin1')
    .split(japaneseRun)
    .map(run => Buffer.from(run, 'latin1'));
  const others = new TextDecoder(fitting(Buffer.concat(runs.filter((_, at) => at % 2 === 0)), 'iso-2022-jp'));
  return runs.map((run, at) => (at % 2 === 0 ? others : japanese).decode(run)).join('');
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
  return label
    .trim()
    .replace(/^['"]|['"]$/g, '')
    .toLowerCase();
}

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
export function decodeText(bytes: Uint8Array, label = ''): string {
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
