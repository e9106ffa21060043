import { oneLine } from '../../../text/one-line.ts';
import { readAddressField } from './address.ts';
import { decodeCharset } from './charset.ts';
import { decodeValue } from './encoded-words.ts';
import { field, type HeaderField, messageIds, readHeaders } from './headers.ts';
import { contentOf, type MimePart } from './tree.ts';

/** A server's report about a mail that was sent earlier. */
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

/** The content of a `message/delivery-status` (RFC 3464). */
interface DeliveryStatus {
  /** Whether it says of at least one recipient that the mail was not and will not be delivered. */
  readonly hasFailed: boolean;
  /** Why, on one line; empty if it says nothing. */
  readonly reason: string;
  /** The recipients whom it names as not reached. */
  readonly recipients: readonly string[];
  /** Values of fields that may name the mail. */
  readonly named: readonly string[];
}

/** At most this many parts of a long report are searched for the mail that it is about. */
const MAX_PARTS = 20;
const MAX_BYTES = 64 * 1_024;
const MAX_IDS = 10;

const STATUS = /^message\/(?:global-)?delivery-status$/;
const READING = /^message\/(?:global-)?disposition-notification$/;
const ENCLOSED = /^(?:message\/(?:rfc822|global|rfc822-headers|global-headers)|text\/rfc822-headers)$/;
const NO_REASON = 'The server gave no reason.';
/** Longer values are cut, and further recipients left out. */
const MAX_GROUPS = 200;
const MAX_REASONS = 3;
const MAX_VALUE_LENGTH = 2_000;
const MAX_REASON_LENGTH = 180;

/** A text of another server, which may hold anything, on one line. */
function reasonLine(text: string): string {
  const line = oneLine(text);
  return (line.length > MAX_REASON_LENGTH ? `${line.slice(0, MAX_REASON_LENGTH - 1)}…` : line).toWellFormed();
}

/** `rfc822; zoe@x.example`: the value behind its type. */
function typed(value: string): string {
  return decodeValue(value.slice(0, MAX_VALUE_LENGTH).replace(/^\s*[\w-]{1,40}\s*;/, '')).trim();
}

function addressOf(fields: readonly HeaderField[]): string {
  return typed(field(fields, 'original-recipient') || field(fields, 'final-recipient')).replace(/^<(.*)>$/, '$1');
}

/** Servers differ in how they say it; the class of the status decides if they do not. */
function isFailure(fields: readonly HeaderField[]): boolean {
  const action = field(fields, 'action').toLowerCase();
  return action === '' ? /^\s*5\./.test(field(fields, 'status')) : /^\s*fail/.test(action);
}

function reasonOf(fields: readonly HeaderField[]): string {
  const said = typed(field(fields, 'diagnostic-code')) || field(fields, 'status');
  return reasonLine([addressOf(fields), said].filter(text => text !== '').join(': '));
}

/** Reads the groups of fields that blank lines separate: one about the mail, then one for each recipient. */
function readStatus(part: MimePart): DeliveryStatus {
  const text = decodeCharset(contentOf(part).subarray(0, MAX_BYTES));
  const groups = text.split(/\n[ \t\r]*\n/, MAX_GROUPS).map(group => {
    const bytes = Buffer.from(group.replace(/^[\s\n]+/, ''));
    return readHeaders(bytes, 0, bytes.length).fields;
  });
  const failed = groups.filter(isFailure);
  const names = ['x-original-message-id', 'original-message-id', 'original-envelope-id'];
  return {
    hasFailed: failed.length > 0,
    recipients: failed.map(addressOf),
    reason: failed.slice(0, MAX_REASONS).map(reasonOf).join('; '),
    named: groups.flatMap(fields => names.map(name => field(fields, name))).filter(value => value !== ''),
  };
}

function leavesOf(root: MimePart): MimePart[] {
  const leaves: MimePart[] = [];
  const walk = (part: MimePart): void => {
    if (leaves.length >= MAX_PARTS) return;
    if (part.parts.length === 0) leaves.push(part);
    else for (const each of part.parts) walk(each);
  };
  walk(root);
  return leaves;
}

function textOf(part: MimePart): string {
  return decodeCharset(contentOf(part).subarray(0, MAX_BYTES), part.type.params.get('charset') ?? '');
}

const originalIds = ['message-id', 'x-original-message-id', 'x-google-original-message-id'];

/** The ids of an enclosed mail, or of its header alone. */
function enclosedIds(part: MimePart): string[] {
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
  return reasonLine(line ?? '');
}

/** Reports from servers before RFC 3464, and from those that ignore it. */
function isServer(fields: readonly HeaderField[]): boolean {
  return (
    field(fields, 'x-failed-recipients') !== '' ||
    /\b(?:mailer-daemon|postmaster|mail-daemon|mdaemon)\b/i.test(field(fields, 'from').slice(0, 1_000))
  );
}

function tellsOfDelay(fields: readonly HeaderField[]): boolean {
  return /\bdelay|\bwarning: (?:could not|message)|\bstill (?:not|being) /i.test(field(fields, 'subject'));
}

function freeReason(fields: readonly HeaderField[], texts: readonly string[]): string {
  const to = reasonLine(field(fields, 'x-failed-recipients'));
  const said = texts.map(replyIn).find(line => line !== '');
  return [to, said ?? NO_REASON].filter(text => text !== '').join(': ');
}

/** The Message-IDs in the report's own head, the likeliest first. */
function answeredIds(fields: readonly HeaderField[]): string[] {
  return [...messageIds(field(fields, 'in-reply-to')), ...messageIds(field(fields, 'references')).reverse()];
}

/** A mail of another type may contain a report that a person passes on. */
function isReport({ type }: MimePart, hasStatus: boolean): boolean {
  const named = /^(?:delivery-status|disposition-notification)$/i.test(type.params.get('report-type') ?? '');
  return type.value === 'multipart/report' && (hasStatus || named);
}

/** The report in a mail; null for any other mail. */
export function readReport(root: MimePart): Report | null {
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
  fields: readonly HeaderField[],
  statuses: readonly DeliveryStatus[],
  texts: readonly string[],
  isReading: boolean,
): Pick<Report, 'hasFailed' | 'reason' | 'recipients'> {
  const named = readAddressField(field(fields, 'x-failed-recipients'), MAX_PARTS).flatMap(({ email }) => email ?? []);
  const recipients = [...statuses.flatMap(status => status.recipients), ...named].filter(one => one.includes('@'));
  if (statuses.length === 0)
    return { hasFailed: !isReading && !tellsOfDelay(fields), reason: freeReason(fields, texts), recipients };
  const failed = statuses.filter(({ hasFailed }) => hasFailed);
  const reason = failed.map(status => status.reason).find(text => text !== '');
  return { hasFailed: failed.length > 0, reason: reason ?? freeReason(fields, texts), recipients };
}
