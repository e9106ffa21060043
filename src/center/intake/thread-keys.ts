import { addressedBy } from './customer.ts';
import type { MailPerson } from './mime/address.ts';
import type { Mail } from './mime/parse-mail.ts';

/** The keys by which other mails find a mail (`kept`), and the keys it looks for (`sought`). */
export interface ThreadKeys {
  readonly kept: readonly string[];
  readonly sought: readonly string[];
}

/** Of a long list of references the first and the last ones count; of many people the first ones. */
const limits = { lastReferences: 10, people: 20 } as const;

function idsOf(mail: Mail): string[] {
  const { messageId, inReplyTo, references } = mail;
  const known = [...references.slice(0, 1), ...references.slice(-limits.lastReferences), ...inReplyTo];
  return [...new Set([...(messageId ? [messageId] : []), ...known])];
}

const unknownSender = '?';
function keyOf({ email }: { readonly email: string | null }): string {
  return email?.toLowerCase() ?? unknownSender;
}

interface Involved {
  readonly authors: ReadonlySet<string>;
  readonly named: ReadonlySet<string>;
}

/** The author of the mail that one of us forwards to the help center, who becomes its customer. */
function forwardedBy(mail: Mail, isOurs: (address: string) => boolean): MailPerson[] {
  const { requester, isForward } = addressedBy(mail, isOurs);
  return isForward && requester && isOurs(keyOf(mail.from)) ? [requester] : [];
}

function involved(mail: Mail, isOurs: (address: string) => boolean): Involved {
  const authors = new Set([keyOf(mail.from), ...mail.list]);
  const recipients = [...mail.replyTo, ...mail.to, ...mail.cc, ...forwardedBy(mail, isOurs)]
    .filter(({ email }) => email !== null)
    .map(keyOf);
  const named = new Set([...authors, ...recipients.slice(0, limits.people)]);
  const ours = new Set([...[...named].filter(isOurs), ...mail.deliveredTo]);
  const others = named.difference(ours);
  if (others.size === 0) return { authors, named };
  // Mail that we wrote links the people it was written to.
  return { authors: ours.has(keyOf(mail.from)) ? others : authors.difference(ours), named: others };
}

/** The key by which mails find one that this address (in lower case) wrote, if they name both. */
export function authorKey(address: string, messageId: string): string {
  return `author ${address} ${messageId}`;
}

/** The key by which the mail with this Message-ID, if it is of this address (in lower case), finds one that names it. */
export function awaitedKey(address: string, messageId: string): string {
  return `awaited ${address} ${messageId}`;
}

/**
 * Two mails belong to one conversation if both name the same Message-ID (as their own, in In-Reply-To or References)
 * **and** the author of one of them is named in the other, as author, recipient or mailing list. Our own addresses
 * (`isOurs`, called in lower case, and those that the mail was delivered to) do not count: a stranger who knows a
 * Message-ID and writes to the help center opens a new conversation, while the people of a list or of a Cc stay
 * together. An author who joins this way is added to the contacts, which the history shows. The rule is symmetric and
 * compares two mails at a time: the same conversations result in any order of arrival, with an ancestor missing, and
 * with circular references.
 */
export function threadKeys(mail: Mail, isOurs: (address: string) => boolean): ThreadKeys {
  const { authors, named } = involved(mail, isOurs);
  const keys = (role: 'author' | 'named', people: ReadonlySet<string>, id: string) =>
    [...people].map(person => `${role} ${person} ${id}`);
  const ids = idsOf(mail);
  return {
    kept: ids.flatMap(id => [...keys('author', authors, id), ...keys('named', named, id)]),
    sought: ids.flatMap(id => [...keys('author', named, id), ...keys('named', authors, id)]),
  };
}
