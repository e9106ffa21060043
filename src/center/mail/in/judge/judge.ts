import { type Addressed, addressedBy, behindNoReply, inboxNamed, outsiderIn } from '../../../intake/customer.ts';
import { emailsOf, type Person } from '../../../intake/mime/address.ts';
import type { Mail } from '../../../intake/mime/parse-mail.ts';
import type { Report } from '../../../intake/mime/report.ts';
import type { Addresses } from '../../../model/mail.ts';
import type { Thread } from '../../../model/mail-thread.ts';
import { isSigned, readMessageId } from '../../../model/message-id.ts';
import { type Site, soleAuthor, verify } from './verified.ts';

/** A report about a mail that was sent from here, or about one of others. */
export interface Bounce extends Pick<Report, 'hasFailed' | 'reason' | 'recipients'> {
  /** The message that was sent by that mail; undefined if the report names none of ours. */
  readonly messageId: number | undefined;
}

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
  /** The conversation that it answers, or the inbox of a new one; `isSide`: it answers a forward. */
  readonly conversation: { readonly id: number; readonly isSide?: true } | { readonly inboxId: number };
}

/**
 * The report in a mail. Only one of our own signed Message-IDs shows that it is about ours: anybody can write a report.
 * A mail that only looks like a report is an ordinary mail, unless it has no sender and names one of ours. An answering program
 * names none: what a mail answers does not count for it.
 */
function bounceIn({ report }: Pick<Mail, 'report'>, hasNoSender: boolean, secret: string): Bounce | undefined {
  if (!report) return undefined;
  const signed = report.about.map(id => readMessageId(id, secret)).find(names => names !== undefined);
  const { isStandard, hasFailed, reason, recipients } = report;
  if (!isStandard && (!signed || !(hasNoSender || report.hasNoSender))) return undefined;
  return { messageId: signed?.messageId, hasFailed, reason, recipients };
}

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
function authorOf(mail: Mail, isVerified: boolean, addresses: Addresses, secret: string): Author {
  const from = soleAuthor(mail);
  const address = from?.email.toLowerCase() ?? '';
  const agentId = isVerified ? addresses.activeAgentOf(address) : undefined;
  if (agentId !== undefined) return { by: 'agent', agentId, ...addressedBy(mail, addresses.isOurs) };
  const claimed = emailsOf(mail.authors);
  if (claimed.some(one => addresses.inboxOf(one))) return ofInbox(mail, addresses, secret);
  const person = from && behindNoReply(from, mail, addresses.isOurs);
  if (person) return { by: 'customer', person, isFrom: false };
  return { by: 'customer', person: from ?? mail.from, isFrom: from !== undefined };
}

/** Of a long list of references the first and the last ones count. */
const LAST_REFERENCES = 20;

/** The Message-IDs by which a mail names what it answers, the nearest first. */
export function answeredIds({ inReplyTo, references }: Pick<Mail, 'inReplyTo' | 'references'>): string[] {
  const last = references.slice(-LAST_REFERENCES).toReversed();
  return [...new Set([...inReplyTo, ...last, ...references.slice(0, 1)])];
}

/** The conversation of this Message-ID that lets its author in; the requester’s own comes first. */
function fitting(threads: readonly Thread[], isAgent: boolean): number | undefined {
  const open = threads.find(each => each.isRequester) ?? threads.find(each => each.takesPart || isAgent);
  return open?.conversationId;
}

/**
 * The conversation that a live mail answers: the first of the answered Message-IDs that leads to one in which its author
 * takes part. Undefined for a new one.
 */
function joined(
  ids: readonly string[],
  threads: ReadonlyMap<string, readonly Thread[]>,
  isAgent: boolean,
): number | undefined {
  for (const id of ids) {
    const found = fitting(threads.get(id) ?? [], isAgent);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** The conversation of the forward that a third party answers, whatever else the mail names. */
function askedBy(ids: readonly string[], threads: Known['threads']): number | undefined {
  return ids.flatMap(id => threads.get(id) ?? []).find(({ isAsked }) => isAsked)?.conversationId;
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
  const asked = mayJoin && !spam && !isAgent ? askedBy(answeredIds(mail), threads) : undefined;
  if (asked !== undefined) return { ...what, conversation: { id: asked, isSide: true } };
  const people = emailsOf([...mail.to, ...mail.cc]);
  const named = [...recipients.map(each => each.toLowerCase()), ...mail.deliveredTo, ...people];
  const inboxId = spam ? addresses.spamInbox : inboxNamed(named, addresses.inboxOf, known.inboxId);
  return { ...what, conversation: { inboxId } };
}
