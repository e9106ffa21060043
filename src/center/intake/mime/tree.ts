import { decodeCharset } from './charset.ts';
import { parseStructured, type Structured } from './content-type.ts';
import { decodeValue } from './encoded-words.ts';
import { field, type HeaderField, readHeaders } from './headers.ts';
import { afterBase64, decodeTransfer, nameWithin } from './transfer.ts';

// We read the tree ourselves because mail mislabels itself: in a comparison over 2,317 mails, postal-mime read wrong
// letters if a charset label was wrong or header fields were raw 8-bit. Its parser of addresses is used.

/** One part of a mail: a leaf, or a multipart with `parts`. */
export interface MimePart {
  readonly fields: readonly HeaderField[];
  readonly type: Structured;
  readonly disposition: Structured;
  readonly parts: readonly MimePart[];
  /** The content as sent, still transfer-encoded. */
  readonly body: Buffer;
}

/** The limits for one mail; content beyond them stays in its source. */
const mailLimits = { depth: 40, parts: 1_000 } as const;

interface Budget {
  parts: number;
  readonly hint: string;
}

function isBlank(byte: number | undefined): boolean {
  return byte === 32 || byte === 9 || byte === 13;
}

/** Where a delimiter line ends, or -1 if the bytes after the boundary show that it is not one. */
function delimiterEnd(bytes: Buffer, from: number, end: number): { next: number; isLast: boolean } | undefined {
  const isLast = bytes[from] === 45 && bytes[from + 1] === 45;
  let at = isLast ? from + 2 : from;
  while (at < end && isBlank(bytes[at])) at += 1;
  if (at < end && bytes[at] !== 10) return undefined;
  return { next: Math.min(at + 1, end), isLast };
}

function beforeEol(bytes: Buffer, start: number, at: number): number {
  let end = at;
  if (end > start && bytes[end - 1] === 10) end -= 1;
  if (end > start && bytes[end - 1] === 13) end -= 1;
  return end;
}

function startsWith(bytes: Buffer, at: number, end: number, mark: Buffer): boolean {
  if (at + mark.length > end) return false;
  let same = 0;
  while (same < mark.length && bytes[at + same] === mark[same]) same += 1;
  return same === mark.length;
}

/**
 * The first line before `end` that begins with `mark`, or -1; `from` begins a line. Byte by byte: a search for the mark
 * would continue beyond `end`, and is slow for hostile marks.
 */
function lineWith(bytes: Buffer, from: number, end: number, mark: Buffer): number {
  for (let at = from; at < end; at += 1) {
    if (startsWith(bytes, at, end, mark)) return at;
    while (at < end && bytes[at] !== 10) at += 1;
  }
  return -1;
}

/** The ranges between the delimiter lines of `boundary`; an unclosed last part extends to the end. */
function splitParts(bytes: Buffer, start: number, end: number, boundary: string, most: number) {
  const mark = Buffer.from(`--${boundary}`);
  const ranges: { start: number; end: number }[] = [];
  let open = -1;
  let at = lineWith(bytes, start, end, mark);
  while (at >= 0 && ranges.length < most) {
    const found = delimiterEnd(bytes, at + mark.length, end);
    if (found) {
      if (open >= 0) ranges.push({ start: open, end: beforeEol(bytes, open, at) });
      open = found.isLast ? -1 : found.next;
      if (found.isLast) break;
    }
    const next = found ? found.next : bytes.indexOf(10, at) + 1;
    at = next > 0 ? lineWith(bytes, next, end, mark) : -1;
  }
  if (open >= 0 && open < end && ranges.length < most) ranges.push({ start: open, end });
  return ranges;
}

/** A delimiter line, and the first field of the part behind it. */
const DELIMITER = /(?:^|\n)--([^\r\n]{1,200}?)[ \t]*\r?\n(?=content-[a-z-]{1,40}[ \t]*:)/i;
/** So far it is looked for, in bytes. */
const MAX_PREAMBLE_BYTES = 65_536;

/** The same with the first boundary that is there, for a multipart whose own is not. */
function undeclaredParts(bytes: Buffer, start: number, end: number, most: number) {
  const head = bytes.toString('latin1', start, Math.min(end, start + MAX_PREAMBLE_BYTES));
  const [, found] = DELIMITER.exec(head) ?? [];
  return found === undefined ? [] : splitParts(bytes, start, end, found, most);
}

function isType(value: string): boolean {
  return /^[^/]+\/[^/]+$/.test(value);
}

/** The type meant by an invalid one: old programs write `text` for plain text, or `html`. */
function repaired(type: Structured, isFile: boolean): string {
  if (type.params.has('boundary')) return 'multipart/mixed';
  if (/\bhtml\b/.test(type.value)) return 'text/html';
  return isFile && !/^(?:text|plain)\b/.test(type.value) ? 'application/octet-stream' : 'text/plain';
}

function readPart(
  bytes: Buffer,
  start: number,
  end: number,
  budget: Budget,
  depth: number,
  usualType: string,
): MimePart {
  const { fields, bodyStart } = readHeaders(bytes, start, end, budget.hint);
  const said = parseStructured(field(fields, 'content-type') || usualType);
  const disposition = parseStructured(field(fields, 'content-disposition'));
  const isFile =
    disposition.params.has('filename') ||
    said.params.has('name') ||
    /base64/i.test(field(fields, 'content-transfer-encoding'));
  const type = isType(said.value) ? said : { ...said, value: repaired(said, isFile) };
  const boundary = type.params.get('boundary');
  const body = bytes.subarray(bodyStart, end);
  const leaf = { fields, type, disposition, parts: [], body };
  if (!type.value.startsWith('multipart/') || depth >= mailLimits.depth) return leaf;
  const declared = boundary ? splitParts(bytes, bodyStart, end, boundary, budget.parts) : [];
  const ranges = declared.length > 0 ? declared : undeclaredParts(bytes, bodyStart, end, budget.parts);
  budget.parts -= ranges.length;
  const childType = type.value === 'multipart/digest' ? 'message/rfc822' : 'text/plain';
  const parts = ranges.map(range => readPart(bytes, range.start, range.end, budget, depth + 1, childType));
  return { ...leaf, parts };
}

/**
 * Reads a mail into its parts, without decoding any. Never throws: beyond the limits a part stays a leaf, and excess
 * parts are left out. `hint` is the charset for 8-bit header fields.
 */
export function readMime(bytes: Buffer, hint = ''): MimePart {
  return readPart(bytes, 0, bytes.length, { parts: mailLimits.parts, hint }, 0, 'text/plain');
}

/** The decoded content of a leaf. */
export function contentOf(part: MimePart): Buffer {
  return decodeTransfer(part.body, field(part.fields, 'content-transfer-encoding'));
}

/** The plain text that a server has appended behind the base64 of a leaf; at most one piece. */
export function footerOf({ fields, body }: MimePart): Buffer[] {
  const footer = /base64/i.test(field(fields, 'content-transfer-encoding')) ? afterBase64(body) : body.length;
  return footer < body.length ? [body.subarray(footer)] : [];
}

/** The file name of a leaf, decoded; empty if it has none. */
export function fileNameOf({ disposition, type, fields, body }: MimePart): string {
  const named = disposition.params.get('filename') ?? type.params.get('name') ?? '';
  return decodeValue(named) || decodeCharset(nameWithin(body, field(fields, 'content-transfer-encoding'))).trim();
}
