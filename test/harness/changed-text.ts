import { graphemes } from '../../src/text/width.ts';

/** The bytes of the text in the cells in which two frames differ. */
export function changedText(before: string, after: string): number {
  const [old, now] = [lettersOf(before), lettersOf(after)];
  let bytes = 0;
  for (let y = 0; y < Math.max(old.length, now.length); y++) {
    const [a, b] = [old[y] ?? '', now[y] ?? ''].map(line => graphemes(line).map(({ text }) => text)) as [
      string[],
      string[],
    ];
    for (let x = 0; x < Math.max(a.length, b.length); x++)
      if ((a[x] ?? ' ') !== (b[x] ?? ' ')) bytes += Buffer.byteLength(b[x] ?? ' ');
  }
  return bytes;
}

/** The rows of a frame without their escape sequences. */
export function lettersOf(frame: string): string[] {
  return frame.replace(/\x1b\[[\d;]*m/g, '').split('\n');
}
