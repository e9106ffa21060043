import { type Person, readPeople } from './address.ts';
import { type Field, field, messageIds } from './headers.ts';

/** The people and the mails that header fields name. */
export interface HeaderReferences {
  /** Everyone in its From fields: if there are several, the author is not certain. */
  readonly authors: readonly Person[];
  readonly replyTo: readonly Person[];
  readonly to: readonly Person[];
  readonly cc: readonly Person[];
  readonly inReplyTo: readonly string[];
  readonly references: readonly string[];
  /** Without angle brackets, or null. */
  readonly messageId: string | null;
}

const MAX_PEOPLE = 50;
/** A mail has one From; if it has more, two are enough to show that the author is not certain. */
const MAX_FROM = 2;

/** The people in the first field of this name. */
export function peopleIn(fields: readonly Field[], name: string): Person[] {
  return readPeople(field(fields, name), MAX_PEOPLE);
}

/** Reads the people and Message-IDs in these fields: all fields of a mail, or those that a signature covers. */
export function readReferences(fields: readonly Field[]): HeaderReferences {
  const from = fields.filter(({ name }) => name === 'from').slice(0, MAX_FROM);
  return {
    authors: from.flatMap(({ value }) => readPeople(value, MAX_PEOPLE, true)),
    replyTo: peopleIn(fields, 'reply-to'),
    to: peopleIn(fields, 'to'),
    cc: peopleIn(fields, 'cc'),
    inReplyTo: messageIds(field(fields, 'in-reply-to')).slice(0, 4),
    references: messageIds(field(fields, 'references')),
    messageId: messageIds(field(fields, 'message-id'))[0] ?? (field(fields, 'message-id').slice(0, 200) || null),
  };
}
