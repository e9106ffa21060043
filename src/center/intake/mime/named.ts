import { type MailPerson, readAddressField } from './address.ts';
import { field, type HeaderField, messageIds } from './headers.ts';

/** The people and the mails that header fields name. */
export interface HeaderReferences {
  /** Everyone in its From fields: if there are several, the author is not certain. */
  readonly authors: readonly MailPerson[];
  readonly replyTo: readonly MailPerson[];
  readonly to: readonly MailPerson[];
  readonly cc: readonly MailPerson[];
  readonly inReplyTo: readonly string[];
  readonly references: readonly string[];
  /** Without angle brackets, or null. */
  readonly messageId: string | null;
}

const MAX_PEOPLE = 50;
/** A mail has one From; if it has more, two are enough to show that the author is not certain. */
const MAX_FROM = 2;

/** The people in the first field of this name. */
export function peopleIn(fields: readonly HeaderField[], name: string): MailPerson[] {
  return readAddressField(field(fields, name), MAX_PEOPLE);
}

/** Reads the people and Message-IDs in these fields: all fields of a mail, or those that a signature covers. */
export function readReferences(fields: readonly HeaderField[]): HeaderReferences {
  const from = fields.filter(({ name }) => name === 'from').slice(0, MAX_FROM);
  return {
    authors: from.flatMap(({ value }) => readAddressField(value, MAX_PEOPLE, true)),
    replyTo: peopleIn(fields, 'reply-to'),
    to: peopleIn(fields, 'to'),
    cc: peopleIn(fields, 'cc'),
    inReplyTo: messageIds(field(fields, 'in-reply-to')).slice(0, 4),
    references: messageIds(field(fields, 'references')),
    messageId: messageIds(field(fields, 'message-id'))[0] ?? (field(fields, 'message-id').slice(0, 200) || null),
  };
}
