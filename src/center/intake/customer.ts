import type { MailPerson } from './mime/address.ts';
import type { Mail } from './mime/parse-mail.ts';

/** Addresses whose owners do not read their mail. */
const NO_REPLY =
  /(?:^|[._+-])(?:no[._-]?(?:reply|response|responder|responda)|(?:do[._-]?not|dont)[._-]?reply|nao[._-]?responda|ne[._-]?pas[._-]?repondre|(?:keine|nicht)[._-]?antwort(?:en)?|niet[._-]?(?:be)?antwoorden|non[._-]?rispondere)(?:$|[._+\d-])/i;

/** Whether an address says of itself that its mail is not read. */
export function isNoReply(address: string): boolean {
  return NO_REPLY.test(address.slice(0, address.lastIndexOf('@')));
}

/** Whether an address in lower case is one of ours. */
type IsOurs = (address: string) => boolean;

/** The first of these people who has an address that is not ours. */
export function outsiderIn(people: readonly MailPerson[], isOurs: IsOurs): MailPerson | undefined {
  return people.find(({ email }) => email !== null && !isOurs(email.toLowerCase()));
}

/** The customer of a mail that we wrote, and whether only the mail that it forwards names them. */
export interface Addressed {
  readonly requester: MailPerson | undefined;
  readonly isForward: boolean;
}

/**
 * The customer of a mail that we wrote: its first recipient who is not ours, otherwise the author of the mail that it
 * forwards.
 */
export function addressedBy({ to, cc, forwardedFrom }: Mail, isOurs: IsOurs): Addressed {
  const recipient = outsiderIn([...to, ...cc], isOurs);
  if (recipient) return { requester: recipient, isForward: false };
  const requester = outsiderIn(forwardedFrom ? [forwardedFrom] : [], isOurs);
  return { requester, isForward: requester !== undefined };
}

/** The customer in Reply-To of a mail from an address whose mail is not read; undefined for other mail. */
export function behindNoReply(from: MailPerson, { replyTo }: Mail, isOurs: IsOurs): MailPerson | undefined {
  return from.email !== null && isNoReply(from.email) ? outsiderIn(replyTo, isOurs) : undefined;
}

/** The inbox that one of these addresses (in lower case) names, also as a sub-address; otherwise the given one. */
export function inboxNamed(
  addresses: readonly string[],
  inboxOf: (address: string) => { readonly id: number } | undefined,
  otherwise: number,
): number {
  for (const address of addresses) {
    const found = inboxOf(address);
    if (found) return found.id;
  }
  return otherwise;
}
