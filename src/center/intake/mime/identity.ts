import { createHash } from 'node:crypto';
import { field } from './headers.ts';
import type { MimePart } from './tree.ts';

/** Fields that mail programs and servers add to a mail in a mailbox. */
const volatile =
  /^(?:status|x-status|x-keywords|x-uid|x-uidl|x-mozilla-.*|content-length|lines|x-gmail-labels|x-imap.*)$/;

function withoutCarriageReturns(body: Buffer): Buffer {
  const clean = Buffer.allocUnsafe(body.length);
  let length = 0;
  for (let at = 0; at < body.length; at += 1) {
    if (body[at] !== 13 || body[at + 1] !== 10) clean[length++] = body[at]!;
  }
  return clean.subarray(0, length);
}

/** Mailboxes put `>` before `From ` at the beginning of a line, and not all say how often. */
function withoutQuoting(body: Buffer): Buffer {
  if (!body.includes('>From ')) return body;
  return Buffer.from(body.toString('latin1').replace(/^>+From /gm, 'From '), 'latin1');
}

/** A body is hashed in pieces: a copy of all of it would take as much memory again as the mail. */
const PIECE_BYTES = 1_024 * 1_024;

/** The body without parts that differ from copy to copy, in pieces of whole lines. */
function* canonicalBody(body: Buffer): Generator<Buffer> {
  let end = body.length;
  while (end > 0 && (body[end - 1] === 10 || body[end - 1] === 13)) end -= 1;
  for (let at = 0; at < end; ) {
    const lineFeed = body.indexOf(10, at + PIECE_BYTES);
    const next = lineFeed < 0 ? end : Math.min(lineFeed + 1, end);
    const piece = body.subarray(at, next);
    yield withoutQuoting(piece.includes(13) ? withoutCarriageReturns(piece) : piece);
    at = next;
  }
}

/**
 * A SHA-256 (hexadecimal) that every copy of a mail shares, however it is stored: line endings, mailbox flags, trace fields
 * and the `>` of mailboxes do not count. One Message-ID with two bodies is two mails; without a Message-ID all fields count.
 */
export function mailIdentity(root: MimePart): string {
  const hash = createHash('sha256');
  const names = ['message-id', 'from', 'to', 'cc', 'date', 'subject', 'content-type', 'content-transfer-encoding'];
  const isNamed = field(root.fields, 'message-id') !== '';
  const told = isNamed
    ? names.map(name => [name, field(root.fields, name)])
    : root.fields.filter(({ name }) => !volatile.test(name)).map(({ name, value }) => [name, value]);
  hash.update(JSON.stringify(told));
  for (const piece of canonicalBody(root.body)) hash.update(piece);
  return hash.digest('hex');
}
