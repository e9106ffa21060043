import { parseMailDate } from '../mime/date.ts';
import { knownField } from '../mime/headers.ts';
import type { LineEnd } from '../mime/line-end.ts';

/** One mail of a mailbox: its bytes as in the file, without the separator line. */
export interface MboxMail {
  readonly bytes: Buffer;
  /** The time in the separator line; milliseconds. */
  readonly fileTime: number | undefined;
  /** Whether it exceeds the limit; `bytes` is empty then. */
  readonly isTooLong: boolean;
}

const someDate = /\b(?:mon|tue|wed|thu|fri|sat|sun)\b.{0,20}\d{1,2}:\d\d|\b\d{4}-\d\d-\d\d[t ]\d\d:\d\d/i;
/** A whole date as asctime(3) writes it, at the end of the line: no sentence contains that by chance. */
const separatorDate =
  /\s(?:mon|tue|wed|thu|fri|sat|sun),?\s+[a-z]{3}\s+\d{1,2}\s+\d{1,2}:\d\d(?::\d\d)?(?:\s+\S{1,5})?\s+\d{4}(?:\s+\S{1,5})?\s*$/i;
const anyField = /^(?:[!-9;-~]{1,256}[ \t]*:|>?From )/;
/** At most this many bytes of a separator line and of the line after it are looked at. */
const LOOK_AHEAD_BYTES = 4_096;

/** The line from `at`, at most LOOK_AHEAD_BYTES of it, and where the next one begins. */
function lineAt(bytes: Buffer, at: number, lineEnd: LineEnd): { text: string; next: number } {
  const end = bytes.indexOf(lineEnd, at);
  const stop = end < 0 ? bytes.length : end;
  return { text: bytes.toString('latin1', at, Math.min(stop, at + LOOK_AHEAD_BYTES)), next: end < 0 ? stop : end + 1 };
}

/**
 * Whether a line that begins with `From ` starts a mail of an mbox: if it has a date as mailboxes write it, another date before a
 * header field, or no date before a field typical of mail. In a mailbox without quoting, a sentence that begins with
 * `From ` thus starts none. Content-Length is ignored: the sender controls it.
 */
function isSeparator(bytes: Buffer, at: number, lineEnd: LineEnd): boolean {
  const line = lineAt(bytes, at, lineEnd);
  if (!line.text.startsWith('From ') || line.text.length === LOOK_AHEAD_BYTES) return false;
  if (separatorDate.test(line.text)) return true;
  const after = lineAt(bytes, line.next, lineEnd).text;
  return knownField.test(after) || (someDate.test(line.text) && anyField.test(after));
}

/** A line of nothing but `text`. */
function isLine(text: string, line: string): boolean {
  return line === text || line === `${text}\r`;
}

const MMDF_LINE = '\x01'.repeat(4);
/** LISTSERV's archives of lists: https://www.lsoft.com/manuals, "Correct Notebook Log Format". */
const LISTSERV_LINE = '='.repeat(73);

/** The kinds of mailboxes: how a line between two mails begins, and whether such a line is one. */
const kinds = {
  mbox: { begin: 'From ', isSeparator },
  mmdf: { begin: MMDF_LINE, isSeparator: (bytes, at, end) => isLine(MMDF_LINE, lineAt(bytes, at, end).text) },
  listserv: {
    begin: LISTSERV_LINE,
    isSeparator: (bytes, at, end) => {
      const { text, next } = lineAt(bytes, at, end);
      return isLine(LISTSERV_LINE, text) && knownField.test(lineAt(bytes, next, end).text);
    },
  },
} as const satisfies Record<string, { begin: string; isSeparator: typeof isSeparator }>;
export type Mailbox = keyof typeof kinds;

/** The kind of the mailbox whose first mail begins at `at`, if one does. */
export function mailboxAt(bytes: Buffer, at: number, lineEnd: LineEnd): Mailbox | undefined {
  return (Object.keys(kinds) as Mailbox[]).find(kind => kinds[kind].isSeparator(bytes, at, lineEnd));
}

function markOf(kind: Mailbox, lineEnd: LineEnd): Buffer {
  return Buffer.from(String.fromCharCode(lineEnd) + kinds[kind].begin);
}

/**
 * The start of the first mail in bytes that begin with something else, such as a mailbox without its head; or -1. The
 * test is stricter than within a mailbox, because any file may come here: it needs a date and a field of mail.
 */
export function firstWhole(bytes: Buffer, lineEnd: LineEnd): number {
  const mark = markOf('mbox', lineEnd);
  for (let at = bytes.indexOf(mark); at >= 0; at = bytes.indexOf(mark, at + 1)) {
    const line = lineAt(bytes, at + 1, lineEnd);
    if (separatorDate.test(line.text) && knownField.test(lineAt(bytes, line.next, lineEnd).text)) return at + 1;
  }
  return -1;
}

function timeOf(line: string): number | undefined {
  const at = line.search(/\b(?:mon|tue|wed|thu|fri|sat|sun)\b|\b\d{4}-\d\d-\d\d/i);
  if (at < 0) return undefined;
  const text = line.slice(at);
  return parseMailDate(/[+-]\d{4}|\b[A-Z]{3,4}\b(?=\s+\d{4}|$)|Z$/.test(text) ? text : `${text} GMT`);
}

/** The empty line before a separator belongs to the mbox, not to the mail. */
function withoutGap(bytes: Buffer, lineEnd: LineEnd): Buffer {
  if (bytes.length <= 2 && /^\r?\n?$/.test(bytes.toString('latin1'))) return bytes.subarray(0, 0);
  const tail = bytes.toString('latin1', Math.max(0, bytes.length - 4));
  if (tail.endsWith('\n\r\n')) return bytes.subarray(0, -2);
  return tail.endsWith(lineEnd === 13 ? '\r\r' : '\n\n') ? bytes.subarray(0, -1) : bytes;
}

class Gathering {
  #chunks: Buffer[] = [];
  #size = 0;
  readonly #most: number;
  readonly #lineEnd: LineEnd;
  #fileTime: number | undefined;
  hasBegun = false;

  constructor(most: number, lineEnd: LineEnd) {
    this.#most = most;
    this.#lineEnd = lineEnd;
  }

  begin(line: string): void {
    this.#chunks = [];
    this.#size = 0;
    this.#fileTime = timeOf(line);
    this.hasBegun = true;
  }

  add(bytes: Buffer): void {
    this.#size += bytes.length;
    if (this.#size > this.#most) this.#chunks = [];
    else if (bytes.length > 0) this.#chunks.push(bytes);
  }

  take(): MboxMail {
    const bytes = withoutGap(Buffer.concat(this.#chunks), this.#lineEnd);
    return { bytes, fileTime: this.#fileTime, isTooLong: this.#size > this.#most };
  }
}

/** The separator at `at`; in MMDF, an mbox's line may follow it. */
function separatorAt(bytes: Buffer, at: number, lineEnd: LineEnd, kind: Mailbox): { text: string; next: number } {
  const line = lineAt(bytes, at, lineEnd);
  const after = lineAt(bytes, line.next, lineEnd);
  return kind === 'mmdf' && after.text.startsWith('From ') ? after : line;
}

/**
 * Splits a mailbox that arrives in chunks into its mails, with one mail and one chunk in memory. Mails over `most` bytes
 * are skipped and marked. Bytes before the first separator are dropped. `lineEnd` ends its lines.
 */
export async function* splitMbox(
  chunks: AsyncIterable<Buffer>,
  most: number,
  lineEnd: LineEnd = 10,
  kind: Mailbox = 'mbox',
): AsyncGenerator<MboxMail> {
  const mark = markOf(kind, lineEnd);
  const open = new Gathering(most, lineEnd);
  const source = chunks[Symbol.asyncIterator]();
  // The first byte of `rest` is already used; it only shows that a line begins after it.
  let rest: Buffer = Buffer.of(lineEnd);
  try {
    for (let isEnd = false; !isEnd; ) {
      const next = await source.next();
      isEnd = next.done === true;
      const bytes = next.done ? rest : Buffer.concat([rest, next.value]);
      const safe = isEnd ? bytes.length : bytes.length - 2 * LOOK_AHEAD_BYTES;
      let from = 1;
      for (let at = bytes.indexOf(mark); at >= 0 && at < safe; at = bytes.indexOf(mark, at + 1)) {
        if (!kinds[kind].isSeparator(bytes, at + 1, lineEnd)) continue;
        if (open.hasBegun) {
          open.add(bytes.subarray(from, at + 1));
          yield open.take();
        }
        const line = separatorAt(bytes, at + 1, lineEnd, kind);
        open.begin(line.text);
        from = line.next;
      }
      const upTo = Math.max(from, safe);
      if (open.hasBegun) open.add(bytes.subarray(from, upTo));
      rest = bytes.subarray(upTo - 1);
    }
    if (open.hasBegun) yield open.take();
  } finally {
    await source.return?.();
  }
}

/** Removes the `>` that an mbox puts before lines that begin with `From `, one per line. */
export function unquoteFrom(bytes: Buffer): Buffer {
  if (!bytes.includes('>From ')) return bytes;
  const text = bytes.toString('latin1');
  return Buffer.from(text.replace(/^>(?=>*From )/gm, ''), 'latin1');
}
