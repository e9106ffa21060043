import { type Addressed, addressedBy, behindNoReply, inboxNamed, outsiderIn } from '../../../intake/customer.ts';
import { emailsOf, type MailPerson } from '../../../intake/mime/address.ts';
import type { HeaderReferences } from '../../../intake/mime/named.ts';
import type { Mail } from '../../../intake/mime/parse-mail.ts';
import type { Report } from '../../../intake/mime/report.ts';
import type { Addresses } from '../../../model/mail.ts';
import type { ThreadLead } from '../../../model/mail-thread.ts';
import { isSigned, readMessageId } from '../../../model/message-id.ts';
import { isCovered, soleAuthor, type Verification } from './verified.ts';

/** A report about a mail that was sent from here, or about one of others. */
export interface Bounce extends Pick<Report, 'hasFailed' | 'reason' | 'recipients'> {
  /** The message that was sent by that mail; undefined if the report names none of ours. */
  readonly messageId: number | undefined;
}

/** The author of a live mail. */
export type MailAuthor =
  /** An agent; `requester` is the customer of a new conversation, if there is one. */
  | ({ readonly by: 'agent'; readonly agentId: number } & Addressed)
  /** A customer; `isFrom` is false if only the mail's text or its Reply-To names them. */
  | { readonly by: 'customer'; readonly person: MailPerson; readonly isFrom: boolean }
  /** The help center: its own mail has come back. */
  | { readonly by: 'us' }
  /** The author is not certain, for this reason. */
  | { readonly by: 'nobody'; readonly reason: string };

/** The help center's facts that decide about a mail. */
export interface JudgeFacts {
  readonly addresses: Addresses;
  /** Whether it is from the address in its From. */
  readonly verification: Verification;
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
  /** The conversations to which the Message-IDs lead that the mail answers, and its own if it was awaited; the oldest first. */
  readonly threads: ReadonlyMap<string, readonly ThreadLead[]>;
}

/** The decision about a live mail. */
export interface Judgement {
  /** The report in a mail: if there is one, nothing else counts. */
  readonly bounceOf: Bounce | undefined;
  /** A machine wrote it. */
  readonly automatic: boolean;
  /** A filter or an agent has marked it, or its sender: it rings no desk. */
  readonly spam: boolean;
  /** It is from the address in its From, its author is the one in From, and what it joins is certain. */
  readonly verified: boolean;
  /** Its To, Cc and Reply-To are certain, too. */
  readonly covers: ReturnType<typeof isCovered>;
  readonly author: MailAuthor;
  /** The conversation that it answers, or the inbox of a new one; `isSide`: it answers a forward. */
  readonly conversation: { readonly id: number; readonly isSide?: true } | { readonly inboxId: number };
  /** The Message-IDs of mails that it answers and that are not here; of spam none. */
  readonly awaits: readonly string[];
}

/**
 * The report in a mail. Only one of our own signed Message-IDs shows that it is about ours: anyone can write a report.
 * A mail that only looks like a report is an ordinary mail, unless it has no sender and names one of ours. An answering
 * program names none: the mail that it answers does not count for it.
 */
function bounceIn({ report }: Pick<Mail, 'report'>, hasNoSender: boolean, secret: string): Bounce | undefined {
  if (!report) return undefined;
  const signed = report.about.map(id => readMessageId(id, secret)).find(names => names !== undefined);
  const { isStandard, hasFailed, reason, recipients } = report;
  if (!isStandard && (!signed || !(hasNoSender || report.hasNoSender))) return undefined;
  return { messageId: signed?.messageId, hasFailed, reason, recipients };
}

/** Mail from an inbox's address that no agent wrote: ours come back, or a web form's. */
function ofInbox(mail: Mail, addresses: Addresses, secret: string): MailAuthor {
  if (mail.messageId !== null && isSigned(mail.messageId, secret)) return { by: 'us' };
  const person = outsiderIn(mail.replyTo, addresses.isOurs);
  if (person) return { by: 'customer', person, isFrom: false };
  return {
    by: 'nobody',
    reason: 'Its From is the address of an inbox here, but we did not send it, and no Reply-To names a customer.',
  };
}

/**
 * The mail as its agent wrote it, with its certain parts alone; undefined if it may not be an agent's. A mail that an
 * agent wrote to others and that was sent on is not written to us.
 */
function certainly(mail: Mail, verification: Verification, { inboxOf }: Addresses): Mail | undefined {
  if (!verification.isVerified || !verification.mayBeAgent) return undefined;
  const { to, cc } = verification.covered;
  return emailsOf([...to, ...cc]).some(one => inboxOf(one)) ? { ...mail, ...verification.covered } : undefined;
}

/** The author of a live mail. */
function authorOf(mail: Mail, { verification, addresses, secret }: JudgeFacts): MailAuthor {
  const from = soleAuthor(mail);
  const address = from?.email.toLowerCase() ?? '';
  const certain = certainly(mail, verification, addresses);
  const agentId = certain && addresses.activeAgentOf(address);
  if (certain && agentId !== undefined) return { by: 'agent', agentId, ...addressedBy(certain, addresses.isOurs) };
  const claimed = emailsOf(mail.authors);
  if (claimed.some(one => addresses.inboxOf(one))) return ofInbox(mail, addresses, secret);
  const person = from && behindNoReply(from, mail, addresses.isOurs);
  if (person) return { by: 'customer', person, isFrom: false };
  return { by: 'customer', person: from ?? mail.from, isFrom: from !== undefined };
}

/** Of a long list of references the first and the last ones count. */
const LAST_REFERENCES = 20;

/** The Message-IDs of the mails that a mail answers, the nearest first. */
export function answeredIds({ inReplyTo, references }: Pick<Mail, 'inReplyTo' | 'references'>): string[] {
  const last = references.slice(-LAST_REFERENCES).toReversed();
  return [...new Set([...inReplyTo, ...last, ...references.slice(0, 1)])];
}

/** The conversation of this Message-ID that lets its author in; the requester’s own comes first. */
function fitting(threads: readonly ThreadLead[], isAgent: boolean): number | undefined {
  const open = threads.find(each => each.isRequester) ?? threads.find(each => each.takesPart || isAgent);
  return open?.conversationId;
}

/**
 * The conversation that a live mail answers: the first of the answered Message-IDs that leads to one in which its author
 * takes part. Undefined for a new one.
 */
function joined(
  ids: readonly string[],
  threads: ReadonlyMap<string, readonly ThreadLead[]>,
  isAgent: boolean,
): number | undefined {
  for (const id of ids) {
    const found = fitting(threads.get(id) ?? [], isAgent);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** The conversation of the forward that a third party answers; it wins over all other references. */
function askedBy(ids: readonly string[], threads: JudgeFacts['threads']): number | undefined {
  return ids.flatMap(id => threads.get(id) ?? []).find(({ isAsked }) => isAsked)?.conversationId;
}

function onlySpam(threads: JudgeFacts['threads']): JudgeFacts['threads'] {
  return new Map([...threads].map(([id, each]) => [id, each.filter(({ isSpam }) => isSpam)]));
}

/** Decides about a mail, as one that has this Message-ID and answers these. */
function judgeAs(mail: Mail, known: JudgeFacts, certain: HeaderReferences): Judgement {
  const answered = answeredIds(certain);
  const { addresses, verification, secret, recipients, threads, hasNoSender } = known;
  const author = authorOf(mail, known);
  const isAgent = author.by === 'agent';
  const verified = verification.isVerified && (isAgent || (author.by === 'customer' && author.isFrom));
  const covers = isCovered(mail, verification.isVerified ? verification.covered : mail);
  const bounceOf = bounceIn(mail, hasNoSender, secret);
  const automatic = mail.isAutomatic || hasNoSender;
  const isMarked = author.by === 'customer' && known.spammers.has(author.person.email?.toLowerCase() ?? '');
  const mayJoin = isAgent || (author.by === 'customer' && author.isFrom);
  const spam = isMarked || (mail.isSpam && !isAgent);
  const awaits = spam ? [] : answered.filter(id => !threads.has(id) && id !== certain.messageId);
  const what = { bounceOf, automatic, spam, verified, covers, author, awaits };
  // A filter errs: it does not tear a customer's verified answer out of its conversation.
  const isSpamOnly = spam && (isMarked || !verified);
  const leading = certain.messageId === null ? answered : [...answered, certain.messageId];
  const id = mayJoin ? joined(leading, isSpamOnly ? onlySpam(threads) : threads, isAgent) : undefined;
  if (id !== undefined) return { ...what, conversation: { id } };
  const asked = mayJoin && !spam && !isAgent ? askedBy(answered, threads) : undefined;
  if (asked !== undefined) return { ...what, conversation: { id: asked, isSide: true } };
  const people = emailsOf([...mail.to, ...mail.cc]);
  const named = [...recipients.map(each => each.toLowerCase()), ...mail.deliveredTo, ...people];
  const inboxId = spam ? addresses.spamInbox : inboxNamed(named, addresses.inboxOf, known.inboxId);
  return { ...what, conversation: { inboxId } };
}

const NOT_SIGNED: Verification = { isVerified: false, why: 'unsigned' };

/**
 * Decides about a live mail: whether it is to be trusted, who wrote it, and where it belongs. If only fields that its
 * signature does not cover lead to a conversation, it joins that as a mail that is not verified.
 */
export function judge(mail: Mail, known: JudgeFacts): Judgement {
  const { verification } = known;
  if (!verification.isVerified) return judgeAs(mail, known, mail);
  const trusted = judgeAs(mail, known, verification.covered);
  if ('id' in trusted.conversation) return trusted;
  const doubtful = judgeAs(mail, { ...known, verification: NOT_SIGNED }, mail);
  return 'id' in doubtful.conversation ? doubtful : trusted;
}
