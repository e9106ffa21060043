import { type Addressed, addressedBy, behindNoReply, outsiderIn } from '../../../intake/customer.ts';
import type { Person } from '../../../intake/mime/address.ts';
import type { Mail } from '../../../intake/mime/parse-mail.ts';
import type { Addresses } from '../../../model/mail.ts';
import { isSigned } from '../../../model/message-id.ts';
import { isReachable, soleAuthor } from './sole-author.ts';

/** Who wrote a live mail. */
export type Author =
  /** An agent; `requester` is the customer of a new conversation, if there is one. */
  | ({ readonly by: 'agent'; readonly agentId: number } & Addressed)
  /** A customer; `isFrom` is false if only the mail's text or its Reply-To names them. */
  | { readonly by: 'customer'; readonly person: Person; readonly isFrom: boolean }
  /** The help center: its own mail has come back. */
  | { readonly by: 'us' }
  /** Nobody can tell, for this reason. */
  | { readonly by: 'nobody'; readonly reason: string };

/** Mail from an inbox's address that no agent wrote: ours come back, or a web form's. */
function ofInbox(mail: Mail, addresses: Addresses, secret: string): Author {
  if (mail.messageId !== null && isSigned(mail.messageId, secret)) return { by: 'us' };
  const person = outsiderIn(mail.replyTo, addresses.isOurs);
  if (person) return { by: 'customer', person, isFrom: false };
  return {
    by: 'nobody',
    reason: 'Its From is the address of an inbox here, but we did not send it, and no Reply-To names a customer.',
  };
}

/** Who wrote a live mail. Only a verified one can be an agent's. */
export function authorOf(mail: Mail, isVerified: boolean, addresses: Addresses, secret: string): Author {
  const from = soleAuthor(mail);
  const address = from?.email.toLowerCase() ?? '';
  const agentId = isVerified ? addresses.activeAgentOf(address) : undefined;
  if (agentId !== undefined) return { by: 'agent', agentId, ...addressedBy(mail, addresses.isOurs) };
  const claimed = mail.authors.filter(isReachable).map(({ email }) => email.toLowerCase());
  if (claimed.some(one => addresses.inboxOf(one))) return ofInbox(mail, addresses, secret);
  const person = from && behindNoReply(from, mail, addresses.isOurs);
  if (person) return { by: 'customer', person, isFrom: false };
  return { by: 'customer', person: from ?? mail.from, isFrom: from !== undefined };
}
