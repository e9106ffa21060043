/** A header field as it came: its bytes with its line ends, and its name in lower case. */
export interface RawField {
  readonly name: string;
  readonly bytes: Buffer;
}

/** The header of a mail as a signature sees it. */
export interface RawHead {
  readonly fields: readonly RawField[];
  /** Where the body begins. */
  readonly bodyStart: number;
}

/** The same limits as of `readHeaders`: beyond them it sees no field, and no end of one. */
const MAX_FIELDS = 2_000;
const MAX_FIELD_BYTES = 64 * 1_024;
const FIELD = /^([!-9;-~]{1,256})[ \t]*:/;
const FOLD = /^[ \t]+[^ \t]/;

/** Whether a line has a sign at which other programs end it. */
function hasOtherEnd(line: Buffer): boolean {
  return line.includes(0) || line.includes(13);
}

/**
 * Reads the header of a mail, if all programs agree about it; otherwise undefined. A line that is not a field, or a blank one
 * that goes on, would let a stranger put words between a signed header and its body.
 */
export function readRawHead(bytes: Buffer): RawHead | undefined {
  const fields: RawField[] = [];
  let field: { name: string; start: number } | undefined;
  const finish = (end: number) => {
    if (field) fields.push({ name: field.name, bytes: bytes.subarray(field.start, end) });
  };
  for (let at = 0; at < bytes.length; ) {
    const feed = bytes.indexOf(10, at);
    const next = feed < 0 ? bytes.length : feed + 1;
    const end = feed > at && bytes[feed - 1] === 13 ? feed - 1 : feed < 0 ? next : feed;
    if (end === at) {
      finish(at);
      return { fields, bodyStart: next };
    }
    const line = bytes.subarray(at, end);
    const name = FIELD.exec(line.toString('latin1', 0, 260))?.[1]?.toLowerCase();
    if (hasOtherEnd(line) || fields.length >= MAX_FIELDS) return undefined;
    if (name !== undefined) {
      finish(at);
      field = { name, start: at };
    } else if (!field || next - field.start > MAX_FIELD_BYTES || !FOLD.test(line.toString('latin1'))) return undefined;
    at = next;
  }
  finish(bytes.length);
  return { fields, bodyStart: bytes.length };
}

/** The value of a field on one line, byte by byte. */
export function rawValue({ bytes }: RawField): string {
  const text = bytes.toString('latin1');
  return text.slice(text.indexOf(':') + 1).replace(/\r?\n/g, '');
}
