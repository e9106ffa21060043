/**
 * The byte that ends a line: a line feed, perhaps after a carriage return, or, as on old Macs, a carriage return alone.
 */
export type LineEnd = 10 | 13;

const CR = 13;
const LF = 10;

function isLoneAt(bytes: Buffer, at: number): boolean {
  return at >= 0 && bytes[at + 1] !== LF;
}

/** The line end at the beginning of a mail or mailbox: CR if two of them occur alone before any line feed. */
export function lineEndOf(bytes: Buffer): LineEnd {
  const first = bytes.indexOf(CR);
  if (!isLoneAt(bytes, first)) return LF;
  const feed = bytes.indexOf(LF);
  if (feed < 0) return CR;
  const second = bytes.indexOf(CR, first + 1);
  return feed > first && second < feed && isLoneAt(bytes, second) ? CR : LF;
}

/** The same bytes with line feeds instead of carriage returns, if those end the lines. */
export function withLineFeeds(bytes: Buffer): Buffer {
  if (lineEndOf(bytes) === LF) return bytes;
  return Buffer.from(bytes.map((byte, at) => (byte === CR && bytes[at + 1] !== LF ? LF : byte)));
}
