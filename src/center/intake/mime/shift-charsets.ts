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

function utf7(text: string): string {
  // One for all runs: making one takes longer than decoding a run.
  const decoder = new TextDecoder('utf-16be');
  return text.replace(/\+([A-Za-z0-9+/]*)-?/g, (_, run: string) => {
    if (run === '') return '+';
    const bytes = Buffer.from(run, 'base64');
    return decoder.decode(bytes.subarray(0, bytes.length & ~1));
  });
}

const readers: Readonly<Record<string, (latin: string) => string>> = {
  'utf-7': utf7,
  'iso-2022-kr': text => shifted(text.replaceAll('\u001b$)C', ''), '\u000e', '\u000f', 'euc-kr'),
  'hz-gb-2312': text => shifted(text.replaceAll('~\n', ''), '~{', '~}', 'gb18030').replaceAll('~~', '~'),
};

/** Decodes UTF-7, ISO-2022-KR or HZ; `undefined` for every other label (lower case). */
export function decodeShifted(bytes: Uint8Array, label: string): string | undefined {
  return Object.hasOwn(readers, label) ? readers[label]!(Buffer.from(bytes).toString('latin1')) : undefined;
}
