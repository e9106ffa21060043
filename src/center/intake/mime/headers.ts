import { isAscii, isUtf8 } from 'node:buffer';
import { decodeCharset, isJapanese } from './charset.ts';
import { quoteRawBytes } from './encoded-words.ts';

/** A header field: `name` in lower case, `value` unfolded, with encoded words still encoded. */
export interface HeaderField {
  readonly name: string;
  readonly value: string;
}

/** The header of a mail or of a part. */
export interface Block {
  readonly fields: readonly HeaderField[];
  /** Where the body begins. */
  readonly bodyStart: number;
}

/** Longer values are cut, and further fields left out: the source contains them whole. */
const MAX_VALUE_BYTES = 64 * 1_024;
const MAX_FIELDS = 2_000;
/** Longer Message-IDs are cut: they are compared, never shown. */
const MAX_ID_LENGTH = 200;
/** A header field that is typical of mail, unlike the `Name: value` of other files. */
export const knownField =
  /^(?:from|to|cc|bcc|subject|date|message-id|received|return-path|delivered-to|sender|reply-to|in-reply-to|references|mime-version|content-type|content-transfer-encoding|content-disposition|x-mailer|x-original-to|resent-from)[ \t]*:/i;
const fieldLine = /^[!-9;-~]{1,256}[ \t]*:/;

function lineEnd(bytes: Buffer, from: number, end: number): number {
  const at = bytes.indexOf(10, from);
  return at < 0 || at >= end ? end : at + 1;
}

function withoutEol(bytes: Buffer, start: number, end: number): number {
  let last = end;
  while (last > start && (bytes[last - 1] === 10 || bytes[last - 1] === 13)) last -= 1;
  return last;
}

/** Joins the lines of one field, up to the limit; bytes that are not UTF-8 are in the charset `hint`. */
function readField(lines: readonly Buffer[], hint: string): HeaderField | undefined {
  const bytes = lines.length === 1 ? lines[0]! : Buffer.concat(lines);
  const match = /^\s*([!-9;-~]{1,256})[ \t]*:/.exec(bytes.toString('latin1', 0, 300));
  if (!match) return undefined;
  const name = match[1]!.toLowerCase();
  const given = bytes.subarray(match[0].length, match[0].length + MAX_VALUE_BYTES);
  const value = quoteRawBytes(given);
  const isPlain = isAscii(value) && !isJapanese(value);
  const text = isPlain ? value.toString('latin1') : decodeCharset(value, isUtf8(value) ? '' : hint);
  return { name, value: text.replace(/[\r\n\0]+/g, ' ').trim() };
}

/** The kind of a header line: `envelope` is a mailbox's `From ` line before the first field. */
function kindOf(bytes: Buffer, at: number, last: number, isFirst: boolean): 'field' | 'fold' | 'envelope' | 'other' {
  const head = bytes.toString('latin1', at, Math.min(last, at + 300));
  if (/^[ \t]/.test(head) && !isFirst) return 'fold';
  if (isFirst && /^>?From /.test(head)) return 'envelope';
  return fieldLine.test(isFirst ? head.trimStart() : head) ? 'field' : 'other';
}

function isBlank(bytes: Buffer, at: number, last: number): boolean {
  return /^[ \t]*$/.test(bytes.toString('latin1', at, last));
}

/** Further names of header fields besides `knownField`; `Hello: there` is text. */
const usualField =
  /^(?:(?:x|content|list|resent|arc|dkim|authentication|received|auto|return|thread|delivered|envelope|errors|original|user|disposition)-[!-9;-~]+|importance|priority|precedence|organization|organisation|keywords|comments|sensitivity|status|lines|bcc)[ \t]*:/i;
/** A mail has one of each, and a part has none: a second one belongs to a forwarded mail in the text. */
const singleFields: readonly string[] = ['from', 'to', 'cc', 'subject', 'date', 'message-id'];
/** At most this many lines that begin with a blank are skipped to see the next field. */
const MAX_FOLDS = 8;

function nameOf(line: string): string {
  return /^\s*([^\s:]*)/.exec(line)![1]!.toLowerCase();
}

/**
 * Whether a line of blanks ends the header, as an empty line does: no header field follows it. `names` are those of the
 * fields above it.
 */
function endsHeader(bytes: Buffer, from: number, end: number, names: ReadonlySet<string>): boolean {
  let at = from;
  for (let folds = 0; folds <= MAX_FOLDS; folds += 1) {
    const next = lineEnd(bytes, at, end);
    const last = withoutEol(bytes, at, next);
    if (last === at) return false;
    const line = bytes.toString('latin1', at, Math.min(last, at + 300));
    if (!/^[ \t]/.test(line)) {
      const name = nameOf(line);
      const isField = fieldLine.test(line) && (knownField.test(line) || usualField.test(line));
      const isPart = names.has('content-type') && !singleFields.some(each => names.has(each));
      return !isField || (singleFields.includes(name) && (isPart || names.has(name)));
    }
    at = next;
  }
  return true;
}

/**
 * Reads the header fields of the entity in `bytes` from `start` to `end`. A line that is not a field continues the
 * previous one if more of the header follows, and otherwise ends the header as an empty line does. `hint` is the
 * charset of 8-bit fields.
 */
export function readHeaders(bytes: Buffer, start: number, end: number, hint = ''): Block {
  const fields: HeaderField[] = [];
  const names = new Set<string>();
  let lines: Buffer[] = [];
  let held = 0;
  const flush = () => {
    const found = lines.length > 0 && fields.length < MAX_FIELDS ? readField(lines, hint) : undefined;
    if (found) fields.push(found);
    lines = [];
    held = 0;
  };
  const finish = (bodyStart: number): Block => {
    flush();
    return { fields, bodyStart };
  };
  for (let at = start; at < end; ) {
    const next = lineEnd(bytes, at, end);
    const last = withoutEol(bytes, at, next);
    if (last === at) return finish(next);
    const kind = kindOf(bytes, at, last, lines.length === 0);
    if (kind === 'fold' && isBlank(bytes, at, last) && endsHeader(bytes, next, end, names)) return finish(next);
    if (kind === 'other') {
      const after = withoutEol(bytes, next, lineEnd(bytes, next, end));
      const goesOn = lines.length > 0 && after > next && kindOf(bytes, next, after, false) !== 'other';
      if (!goesOn) return finish(at);
    }
    if (kind === 'field') {
      flush();
      const head = bytes.toString('latin1', at, Math.min(last, at + 300));
      names.add(nameOf(head));
    }
    if (kind !== 'envelope' && held < MAX_VALUE_BYTES) lines.push(bytes.subarray(at, last));
    held += last - at;
    at = next;
  }
  return finish(end);
}

/** The first value of a field, or an empty text. */
export function field(fields: readonly HeaderField[], name: string): string {
  return fields.find(each => each.name === name)?.value ?? '';
}

/** The Message-IDs in a field's value, without angle brackets, each once. */
export function messageIds(value: string): string[] {
  const bracketed = [...value.matchAll(/<\s*([^<>\s]+)\s*>/g)].map(match => match[1]!);
  const found = bracketed.length > 0 ? bracketed : value.split(/[\s,;<>"]+/).filter(word => /.@./.test(word));
  return [...new Set(found.map(id => id.slice(0, MAX_ID_LENGTH)))];
}
