import { decodeText } from './charset.ts';
import { decodeValue } from './encoded-words.ts';
import { type Field, field, readHeaders } from './headers.ts';
import { contentOf, type Part } from './tree.ts';

/** What a `message/delivery-status` says (RFC 3464). */
export interface DeliveryStatus {
  /** Whether it says of at least one recipient that the mail was not and will not be delivered. */
  readonly hasFailed: boolean;
  /** Why, on one line; empty if it says nothing. */
  readonly reason: string;
  /** The recipients whom it names as not reached. */
  readonly recipients: readonly string[];
  /** Values of fields that may name the mail. */
  readonly named: readonly string[];
}

/** Longer parts and values are cut, and further recipients left out. */
const MAX_BYTES = 64 * 1_024;
const MAX_GROUPS = 200;
const MAX_REASONS = 3;
const MAX_VALUE_LENGTH = 2_000;
const MAX_REASON_LENGTH = 180;

/** A text of another server, which may hold anything, on one line. */
export function oneLine(text: string): string {
  const line = text.replace(/[\s\u0000-\u001f\u007f-\u009f]+/g, ' ').trim();
  return (line.length > MAX_REASON_LENGTH ? `${line.slice(0, MAX_REASON_LENGTH - 1)}…` : line).toWellFormed();
}

/** `rfc822; zoe@x.example`: the value behind its type. */
function typed(value: string): string {
  return decodeValue(value.slice(0, MAX_VALUE_LENGTH).replace(/^\s*[\w-]{1,40}\s*;/, '')).trim();
}

function addressOf(fields: readonly Field[]): string {
  return typed(field(fields, 'original-recipient') || field(fields, 'final-recipient')).replace(/^<(.*)>$/, '$1');
}

/** Servers differ in how they say it; the class of the status decides if they do not. */
function isFailure(fields: readonly Field[]): boolean {
  const action = field(fields, 'action').toLowerCase();
  return action === '' ? /^\s*5\./.test(field(fields, 'status')) : /^\s*fail/.test(action);
}

function reasonOf(fields: readonly Field[]): string {
  const said = typed(field(fields, 'diagnostic-code')) || field(fields, 'status');
  return oneLine([addressOf(fields), said].filter(text => text !== '').join(': '));
}

/** Reads the groups of fields that blank lines separate: one about the mail, then one for each recipient. */
export function readStatus(part: Part): DeliveryStatus {
  const text = decodeText(contentOf(part).subarray(0, MAX_BYTES));
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
