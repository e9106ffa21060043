import type { Mail } from '../../../intake/mime/parse-mail.ts';
import type { Addresses } from '../../../model/mail.ts';
import type { Thread } from '../../../model/mail-thread.ts';
import { type Author, authorOf } from './author.ts';
import { answeredIds, inboxNamed, joined } from './conversation.ts';
import { isVerified } from './verified.ts';

/** What the help center knows, as far as it decides about a mail. */
export interface Known {
  readonly addresses: Addresses;
  /** The name of the site's own mail server in Authentication-Results; without it no mail is verified. */
  readonly authservId?: string;
  /** The secret that signs our Message-IDs. */
  readonly secret: string;
  /** The addresses that the mail was delivered to, according to the server that brought it. */
  readonly recipients: readonly string[];
  /** The inbox of mail that is addressed to none. */
  readonly inboxId: number;
  /** The conversations to which the Message-IDs lead that the mail answers, the oldest first. */
  readonly threads: ReadonlyMap<string, readonly Thread[]>;
}

/** What a live mail is. */
export interface Judgement {
  /** The site's own mail server vouches for its From, and its author is the one in From. */
  readonly verified: boolean;
  readonly author: Author;
  /** The conversation that it answers, or the inbox of a new one. */
  readonly conversation: { readonly id: number } | { readonly inboxId: number };
}

function addressesIn(mail: Mail): string[] {
  return [...mail.to, ...mail.cc].flatMap(({ email }) => email?.toLowerCase() ?? []);
}

/** Decides about a live mail: whether it is to be trusted, who wrote it, and where it belongs. */
export function judge(mail: Mail, known: Known): Judgement {
  const { addresses, authservId, secret, recipients, threads } = known;
  const isFromVerified = isVerified(mail, authservId);
  const author = authorOf(mail, isFromVerified, addresses, secret);
  const isAgent = author.by === 'agent';
  const verified = isFromVerified && (isAgent || (author.by === 'customer' && author.isFrom));
  const mayJoin = isAgent || (author.by === 'customer' && author.isFrom);
  const id = mayJoin ? joined(answeredIds(mail), threads, isAgent) : undefined;
  if (id !== undefined) return { verified, author, conversation: { id } };
  const named = [...recipients.map(each => each.toLowerCase()), ...mail.deliveredTo, ...addressesIn(mail)];
  const inboxId = mail.isSpam ? addresses.spamInbox : inboxNamed(named, addresses.inboxOf, known.inboxId);
  return { verified, author, conversation: { inboxId } };
}
