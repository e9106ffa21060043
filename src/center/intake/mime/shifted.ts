import { replaceRuns } from './long-text.ts';

/** Decodes a charset whose bytes lack their highest bit between two marks. */
function decodeBetween(text: string, on: string, off: string, charset: string): string {
  const bytes = Buffer.allocUnsafe(text.length);
  let length = 0;
  let isShifted = false;
  for (let at = 0; at < text.length; ) {
    const mark = isShifted ? off : on;
    if (text.startsWith(mark, at)) {
      isShifted = !isShifted;
      at += mark.length;
    } else {
      const code = text.charCodeAt(at++);
      bytes[length++] = isShifted && code > 0x20 ? code | 0x80 : code;
    }
  }
  return new TextDecoder(charset).decode(bytes.subarray(0, length));
}

/** Decodes runs of UTF-16 in base64, as UTF-7 has them; an empty run is the sign that begins one. */
export function decodeRuns(text: string, runs: RegExp): string {
  // One for all runs: making one takes longer than decoding a run.
  const decoder = new TextDecoder('utf-16be');
  return replaceRuns(text, runs, ({ 0: whole, 1: run = '' }) => {
    if (run === '') return whole[0]!;
    const bytes = Buffer.from(run.replaceAll(',', '/'), 'base64');
    return decoder.decode(bytes.subarray(0, bytes.length & ~1));
  });
}

const readers: Readonly<Record<string, (latin: string) => string>> = {
  'utf-7': text => decodeRuns(text, /\+([A-Za-z0-9+/]*)-?/g),
  'iso-2022-kr': text => decodeBetween(text.replaceAll('\u001b$)C', ''), '\u000e', '\u000f', 'euc-kr'),
  'hz-gb-2312': text => decodeBetween(text.replaceAll('~\n', ''), '~{', '~}', 'gb18030').replaceAll('~~', '~'),
};

/**
 * Decodes UTF-7, ISO-2022-KR or HZ, charsets of old mail that switch by signs and that `TextDecoder` does not know;
 * `undefined` for every other label (lower case).
 */
export function decodeShifted(bytes: Uint8Array, label: string): string | undefined {
  return Object.hasOwn(readers, label) ? readers[label]!(Buffer.from(bytes).toString('latin1')) : undefined;
}
