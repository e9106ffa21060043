import { readPeople } from './address.ts';
import { decodeText } from './charset.ts';
import { type Field, field, readHeaders } from './headers.ts';
import { messageIds } from './message-ids.ts';
import { type DeliveryStatus, oneLine, readStatus } from './report-status.ts';
import { contentOf, type Part } from './tree.ts';

/** What a server says about a mail that was sent earlier. */
export interface Report {
  /** A `multipart/report` about a delivery or a reading; otherwise only its sender looks like a mail server. */
  readonly isStandard: boolean;
  /** Its Return-Path is empty, so that it cannot bounce itself. */
  readonly hasNoSender: boolean;
  /** Whether it says that a mail was not delivered; other reports tell of delays, arrivals and readings. */
  readonly hasFailed: boolean;
  /** Message-IDs of the mail that it is about, the likeliest first. */
  readonly about: readonly string[];
  /** Why the mail was not delivered, in the server's words, on one line. */
  readonly reason: string;
  /** The addresses that it says were not reached, if it names any. */
  readonly recipients: readonly string[];
}

/** Of a long report only so much is searched for the mail that it is about. */
const MAX_PARTS = 20;
const MAX_BYTES = 64 * 1_024;
const MAX_IDS = 10;

const STATUS = /^message\/(?:global-)?delivery-status$/;
const READING = /^message\/(?:global-)?disposition-notification$/;
const ENCLOSED = /^(?:message\/(?:rfc822|global|rfc822-headers|global-headers)|text\/rfc822-headers)$/;
const NO_REASON = 'The server gave no reason.';

function leavesOf(root: Part): Part[] {
  const leaves: Part[] = [];
  const walk = (part: Part): void => {
    if (leaves.length >= MAX_PARTS) return;
    if (part.parts.length === 0) leaves.push(part);
    else for (const each of part.parts) walk(each);
  };
  walk(root);
  return leaves;
}

function textOf(part: Part): string {
  return decodeText(contentOf(part).subarray(0, MAX_BYTES), part.type.params.get('charset') ?? '');
}

const originalIds = ['message-id', 'x-original-message-id', 'x-google-original-message-id'];

/** The ids of an enclosed mail, or of its header alone. */
function enclosedIds(part: Part): string[] {
  const bytes = contentOf(part).subarray(0, MAX_BYTES);
  let start = 0;
  while (start < bytes.length && (bytes[start] === 10 || bytes[start] === 13)) start += 1;
  const { fields } = readHeaders(bytes, start, bytes.length);
  return originalIds.flatMap(name => messageIds(field(fields, name)));
}

/** The ids of mails whose header is copied into a text, as older servers do. */
function copiedIds(text: string): string[] {
  return [...text.matchAll(/^[ \t>|]{0,20}message-id:[ \t]*(?:\r?\n)?[ \t>|]{0,20}(<[^<>\s]{1,200}>)/gim)].flatMap(
    match => messageIds(match[1]!),
  );
}

/** The first line of a text that contains a reply of a mail server. */
function replyIn(text: string): string {
  const line = text.split('\n').find(each => /(?:^|\D)(?:[45]\d\d[ -]|[45]\.\d{1,3}\.\d{1,3}\b)/.test(each));
  return oneLine(line ?? '');
}

/** Reports from servers before RFC 3464, and from those that ignore it. */
function isServer(fields: readonly Field[]): boolean {
  return (
    field(fields, 'x-failed-recipients') !== '' ||
    /\b(?:mailer-daemon|postmaster|mail-daemon|mdaemon)\b/i.test(field(fields, 'from').slice(0, 1_000))
  );
}

function tellsOfDelay(fields: readonly Field[]): boolean {
  return /\bdelay|\bwarning: (?:could not|message)|\bstill (?:not|being) /i.test(field(fields, 'subject'));
}

function freeReason(fields: readonly Field[], texts: readonly string[]): string {
  const to = oneLine(field(fields, 'x-failed-recipients'));
  const said = texts.map(replyIn).find(line => line !== '');
  return [to, said ?? NO_REASON].filter(text => text !== '').join(': ');
}

/** What the fields of a report's own head name, the likeliest first. */
function answeredIds(fields: readonly Field[]): string[] {
  return [...messageIds(field(fields, 'in-reply-to')), ...messageIds(field(fields, 'references')).reverse()];
}

/** A mail of another type may contain a report that somebody passes on. */
function isReport({ type }: Part, hasStatus: boolean): boolean {
  const named = /^(?:delivery-status|disposition-notification)$/i.test(type.params.get('report-type') ?? '');
  return type.value === 'multipart/report' && (hasStatus || named);
}

/** The report in a mail; null for any other mail. */
export function readReport(root: Part): Report | null {
  const { fields } = root;
  const leaves = leavesOf(root);
  const statuses = leaves.filter(part => STATUS.test(part.type.value)).map(readStatus);
  const isReading = leaves.some(part => READING.test(part.type.value));
  const isStandard = isReport(root, statuses.length > 0 || isReading);
  if (!isStandard && !isServer(fields)) return null;
  const texts = leaves.filter(part => part.type.value === 'text/plain').map(textOf);
  const inside = [
    ...leaves.filter(part => ENCLOSED.test(part.type.value)).flatMap(enclosedIds),
    ...statuses.flatMap(({ named }) => named.flatMap(messageIds)),
    ...texts.flatMap(copiedIds),
  ];
  const about = [...new Set([...inside, ...(isStandard ? answeredIds(fields) : [])])].slice(0, MAX_IDS);
  const hasNoSender = fields.some(({ name, value }) => name === 'return-path' && /^(?:<\s*>)?$/.test(value));
  return { isStandard, hasNoSender, about, ...outcomeOf(fields, statuses, texts, isReading) };
}

function outcomeOf(
  fields: readonly Field[],
  statuses: readonly DeliveryStatus[],
  texts: readonly string[],
  isReading: boolean,
): Pick<Report, 'hasFailed' | 'reason' | 'recipients'> {
  const named = readPeople(field(fields, 'x-failed-recipients'), MAX_PARTS).flatMap(({ email }) => email ?? []);
  const recipients = [...statuses.flatMap(status => status.recipients), ...named].filter(one => one.includes('@'));
  if (statuses.length === 0)
    return { hasFailed: !isReading && !tellsOfDelay(fields), reason: freeReason(fields, texts), recipients };
  const failed = statuses.filter(({ hasFailed }) => hasFailed);
  const reason = failed.map(status => status.reason).find(text => text !== '');
  return { hasFailed: failed.length > 0, reason: reason ?? freeReason(fields, texts), recipients };
}
