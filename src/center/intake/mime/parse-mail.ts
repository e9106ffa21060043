import { MAX_TITLE_LENGTH } from '../../../contract/conversation-body.ts';
import { type MailPerson, readAddressField } from './address.ts';
import { type ArchiveMark, archiveMarks } from './archive-mark.ts';
import { isAutomatic, isMarkedSpam } from './automatic.ts';
import { type Body, readMailBody } from './body.ts';
import { isTelling } from './charset.ts';
import { receivedTime, sortingDate } from './date.ts';
import { decodeValue } from './encoded-words.ts';
import { forwardedFrom } from './forwarded.ts';
import { field, type HeaderField } from './headers.ts';
import { mailIdentity } from './identity.ts';
import { withLineFeeds } from './line-end.ts';
import { type HeaderReferences, peopleIn, readReferences } from './named.ts';
import { type Report, readReport } from './report.ts';
import { readMime } from './tree.ts';

/** A mail after reading. Every text is as its sender wrote it: hostile until it is made safe. */
export interface Mail extends Body, HeaderReferences {
  /** The same for every copy of the mail: see `mailIdentity`. */
  readonly identity: string;
  /** One line, at most 255 characters, without `Re:`, or empty. */
  readonly subject: string;
  readonly from: MailPerson;
  /** Addresses that the mail was delivered to, according to the servers on its way, in lower case. */
  readonly deliveredTo: readonly string[];
  /** The senders on behalf of its author, such as mailing lists: ids and addresses in lower case; usually empty. */
  readonly list: readonly string[];
  /** The author of the mail that it forwards, according to its text or to the enclosed mail; null if it forwards none. */
  readonly forwardedFrom: MailPerson | null;
  /** Milliseconds; the mail is sorted by it. */
  readonly sentAt: number;
  /** Milliseconds: when the last server took it, according to that server, its mbox or its file; null if unknown. */
  readonly receivedAt: number | null;
  readonly isSpam: boolean;
  /** A machine wrote it: an answering program, a mailing list, a server that reports a failed delivery. */
  readonly isAutomatic: boolean;
  /** Its report about a mail that was sent earlier; null if it is not a report. */
  readonly report: Report | null;
  /** The marks of its mail program, which count for an archive's mail alone. */
  readonly marks: readonly ArchiveMark[];
}

/** The facts about a mail that are not in its bytes. */
export interface Circumstances {
  readonly now: number;
  /** When the mail arrived, according to its mbox or its file; milliseconds. */
  readonly fileTime?: number;
}

const nobody: MailPerson = { name: 'Unknown sender', email: null };

function title(value: string): string {
  return decodeValue(value)
    .replace(/[\s\u0000-\u001f\u007f-\u009f]+/g, ' ')
    .slice(0, 4_000)
    .replace(
      /^\s*(?:['"]?\s*(?:re|fwd?|aw|wg|sv|vs|tr|rv|antw|res|odp|回复|答复|转发)(?:\s*\[\d{1,3}\])?\s*[:：]\s*)+/i,
      '',
    )
    .trim()
    .slice(0, MAX_TITLE_LENGTH)
    .toWellFormed();
}

/** The parts of a field that may name a list: runs with an `@` in them, and ids in angle brackets. */
function listMarks(value: string): string[] {
  return (value.match(/<[^\s<>:]+>|[^\s<>:;,"]+/g) ?? []).filter(run => run.startsWith('<') || /.@./.test(run));
}

function listOf(fields: readonly HeaderField[], sender: MailPerson | undefined, from: MailPerson): string[] {
  const marks = ['list-id', 'list-post', 'x-beenthere', 'mailing-list'].map(name => field(fields, name));
  const found = marks.flatMap(listMarks);
  if (sender?.email && sender.email.toLowerCase() !== from.email?.toLowerCase()) found.push(sender.email);
  return [...new Set(found.map(mark => mark.replace(/[<>]/g, '').toLowerCase()))].slice(0, 4);
}

function deliveredTo(fields: readonly HeaderField[]): string[] {
  return fields
    .filter(({ name }) => /^(delivered-to|x-original-to|envelope-to|x-delivered-to|x-envelope-to)$/.test(name))
    .slice(0, 10)
    .flatMap(({ value }) => readAddressField(value, 2).flatMap(({ email }) => (email ? [email.toLowerCase()] : [])));
}

const charsetNames = /charset\s{0,9}=\s{0,9}["']?([\w.:-]{1,60})|=\?([\w.:-]{1,60})(?:\*[\w-]{0,20})?\?[bq]\?/gi;

/** The first charset that the mail names and that can explain bytes that are not UTF-8. */
function charsetHint(bytes: Buffer): string {
  for (const [, label, ofWord] of bytes.toString('latin1', 0, 65_536).matchAll(charsetNames)) {
    const name = label ?? ofWord!;
    if (isTelling(name)) return name;
  }
  return '';
}

/**
 * Reads one mail. Never throws: a broken mail is read as far as possible, and content beyond the service's limits is
 * cut.
 */
export function parseMail(bytes: Buffer, { now, fileTime }: Circumstances): Mail {
  const root = readMime(withLineFeeds(bytes), charsetHint(bytes));
  const { fields } = root;
  const named = readReferences(fields);
  const sender = peopleIn(fields, 'sender')[0];
  const from = named.authors[0] ?? sender ?? named.replyTo[0] ?? nobody;
  const body = readMailBody(root);
  const received = field(fields, 'received');
  return {
    ...body,
    ...named,
    identity: mailIdentity(root),
    subject: title(field(fields, 'subject')),
    from,
    forwardedFrom: forwardedFrom(root, body.text),
    deliveredTo: deliveredTo(fields),
    list: listOf(fields, sender, from),
    sentAt: sortingDate(field(fields, 'date'), { received, fileTime, now }),
    receivedAt: receivedTime(received, now) ?? fileTime ?? null,
    isSpam: isMarkedSpam(fields),
    isAutomatic: isAutomatic(root),
    report: readReport(root),
    marks: archiveMarks(fields),
  };
}
