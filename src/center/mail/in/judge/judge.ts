import type { Mail } from '../../../intake/mime/parse-mail.ts';
import type { Addresses } from '../../../model/mail.ts';
import type { Thread } from '../../../model/mail-thread.ts';
import { type Author, authorOf } from './author.ts';
import { type Bounce, bounceIn } from './bounce.ts';
import { answeredIds, inboxNamed, joined } from './conversation.ts';
import { type Site, verify } from './verified.ts';

/** What the help center knows, as far as it decides about a mail. */
export interface Known {
  readonly addresses: Addresses;
  /** The site's own mail server; without it no mail is verified. */
  readonly site: Site | undefined;
  /** The secret that signs our Message-IDs. */
  readonly secret: string;
  /** The addresses that the mail was delivered to, according to the server that brought it. */
  readonly recipients: readonly string[];
  /** The server that brought the mail named no sender. */
  readonly hasNoSender: boolean;
  /** Addresses in lower case that agents have marked as a spammer's. */
  readonly spammers: ReadonlySet<string>;
  /** The inbox of mail that is addressed to none. */
  readonly inboxId: number;
  /** The conversations to which the Message-IDs lead that the mail answers, the oldest first. */
  readonly threads: ReadonlyMap<string, readonly Thread[]>;
}

/** What a live mail is. */
export interface Judgement {
  /** If it is a report on a mail: that one. Then nothing else counts. */
  readonly bounceOf: Bounce | undefined;
  /** A machine wrote it. */
  readonly automatic: boolean;
  /** A filter or an agent has marked it, or its sender: it rings nobody. */
  readonly spam: boolean;
  /** The site's own mail server vouches for its From, and its author is the one in From. */
  readonly verified: boolean;
  /** See `Verification`. */
  readonly miscounted: number | undefined;
  readonly author: Author;
  /** The conversation that it answers, or the inbox of a new one. */
  readonly conversation: { readonly id: number } | { readonly inboxId: number };
}

function addressesIn(mail: Mail): string[] {
  return [...mail.to, ...mail.cc].flatMap(({ email }) => email?.toLowerCase() ?? []);
}

function onlySpam(threads: Known['threads']): Known['threads'] {
  return new Map([...threads].map(([id, each]) => [id, each.filter(({ isSpam }) => isSpam)]));
}

/** Decides about a live mail: whether it is to be trusted, who wrote it, and where it belongs. */
export function judge(mail: Mail, known: Known): Judgement {
  const { addresses, site, secret, recipients, threads, hasNoSender } = known;
  const { isVerified: isFromVerified, miscounted } = verify(mail, site);
  const author = authorOf(mail, isFromVerified, addresses, secret);
  const isAgent = author.by === 'agent';
  const verified = isFromVerified && (isAgent || (author.by === 'customer' && author.isFrom));
  const bounceOf = bounceIn(mail, hasNoSender, secret);
  const automatic = mail.isAutomatic || hasNoSender;
  const isMarked = author.by === 'customer' && known.spammers.has(author.person.email?.toLowerCase() ?? '');
  const mayJoin = isAgent || (author.by === 'customer' && author.isFrom);
  const spam = isMarked || (mail.isSpam && !isAgent);
  const what = { bounceOf, automatic, spam, verified, miscounted, author };
  // A filter errs: it does not tear a customer's verified answer out of its conversation.
  const isSpamOnly = spam && (isMarked || !verified);
  const id = mayJoin ? joined(answeredIds(mail), isSpamOnly ? onlySpam(threads) : threads, isAgent) : undefined;
  if (id !== undefined) return { ...what, conversation: { id } };
  const named = [...recipients.map(each => each.toLowerCase()), ...mail.deliveredTo, ...addressesIn(mail)];
  const inboxId = spam ? addresses.spamInbox : inboxNamed(named, addresses.inboxOf, known.inboxId);
  return { ...what, conversation: { inboxId } };
}
