import { createHash } from 'node:crypto';
import { field } from './headers.ts';
import type { Part } from './tree.ts';

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

function canonicalBody(body: Buffer): Buffer {
  const clean = withoutQuoting(body.includes(13) ? withoutCarriageReturns(body) : body);
  let end = clean.length;
  while (end > 0 && (clean[end - 1] === 10 || clean[end - 1] === 13)) end -= 1;
  return clean.subarray(0, end);
}

/**
 * A SHA-256 (hexadecimal) that every copy of a mail shares, however it is stored: line endings, mailbox flags, trace fields
 * and the `>` of mailboxes do not count. One Message-ID with two bodies is two mails; without a Message-ID all fields count.
 */
export function mailIdentity(root: Part): string {
  const hash = createHash('sha256');
  const names = ['message-id', 'from', 'to', 'cc', 'date', 'subject', 'content-type', 'content-transfer-encoding'];
  const isNamed = field(root.fields, 'message-id') !== '';
  const told = isNamed
    ? names.map(name => [name, field(root.fields, name)])
    : root.fields.filter(({ name }) => !volatile.test(name)).map(({ name, value }) => [name, value]);
  hash.update(JSON.stringify(told));
  hash.update(canonicalBody(root.body));
  return hash.digest('hex');
}
