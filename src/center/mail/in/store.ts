import { addressKey } from '../../../text/address-form.ts';
import { emailsOf } from '../../intake/mime/address.ts';
import type { PreparedMail } from '../../intake/prepare-mail.ts';
import { storeBounce } from '../../intake/store-bounce.ts';
import { addMailMessage, openConversationWith } from '../../intake/store-mail.ts';
import { authorKey, awaitedKey } from '../../intake/thread-keys.ts';
import { continueFrom, continuing } from '../../model/conversation/continued.ts';
import { lockConversations } from '../../model/conversation/row.ts';
import type { Actor } from '../../model/history.ts';
import { type Addresses, contactFor, inboxBySlug, readAddresses, recordMail } from '../../model/mail.ts';
import { type Awaited, threadsOf } from '../../model/mail-thread.ts';
import { newestMessageAt } from '../../model/message/last.ts';
import { recipientAddresses } from '../../model/message/recipients.ts';
import { confirmForwards } from '../../model/message/unverified.ts';
import { spamSenders } from '../../model/people/spam-sender.ts';
import { answerRatingRequest } from '../../model/rating/request.ts';
import { readMailSecret } from '../../model/setting.ts';
import { countUnanswered } from '../../model/unanswered.ts';
import type { Work } from '../../model/work.ts';
import { replyAutomatically } from '../automatic/auto-reply.ts';
import { type MailedRating, mailedRating } from '../automatic/rating-answer.ts';
import { type MailFacts, originOf } from './facts.ts';
import { answeredIds, type Bounce, type JudgeFacts, type Judgement, judge, type MailAuthor } from './judge/judge.ts';
import { soleAuthor, type Trust, verifySender } from './judge/verified.ts';
import type { MailCenter } from './mail-center.ts';
import { reached, type StoreFacts } from './reached.ts';

/** The outcome for a mail: `known` was there before, `dropped` is one of ours that came back. */
export type StoreOutcome = 'new' | 'known' | 'dropped';

/** The outcome for a mail, or the reason why its author is not certain. */
export type StoredAs = StoreOutcome | Answered | { readonly reason: string };

interface Answered {
  readonly line: string;
}

type Mail = PreparedMail['mail'];

/** Further authors of a mail are not asked about. */
const MAX_AUTHORS = 20;
const DAY_MS = 86_400_000;

type Writer = Extract<MailAuthor, { by: 'agent' | 'customer' }>;

/** A mail that a person wrote. */
type ByWriter = Judgement & { readonly author: Writer };

/** How a mail arrived, and the result for its signatures. */
interface Arrival {
  readonly facts: MailFacts;
  readonly trust: Trust;
}

/** The help center's own addresses and settings, the same for all mails of a transaction. */
export interface Routing {
  readonly addresses: Addresses;
  readonly secret: string;
  /** A relay is set up. */
  readonly sends: boolean;
  /** See `CenterSettings`. */
  readonly reopenDays: number;
  /** The identities of the mails that are stored already; each that is stored is added. */
  readonly known: Set<string>;
}

/** Reads the present routing. */
export async function readRouting(
  { db }: Work,
  { context }: Pick<MailCenter, 'context'>,
): Promise<Omit<Routing, 'known'>> {
  const sends = context.mailOut !== null;
  const { reopenDays } = context.settings;
  return { addresses: await readAddresses(db), secret: await readMailSecret(db), sends, reopenDays };
}

/** The addresses of all possible authors of a mail, in lower case. */
function peopleIn({ authors, replyTo }: Mail): string[] {
  return emailsOf([...authors, ...replyTo].slice(0, MAX_AUTHORS));
}

/** How a mail finds those that name it and came before it; an archive keeps all that its authors name. */
function awaitedBy(mail: Mail): Awaited[] {
  const { messageId } = mail;
  const address = soleAuthor(mail)?.email.toLowerCase();
  if (messageId === null || address === undefined) return [];
  return [{ messageId, keys: [awaitedKey(address, messageId), authorKey(address, messageId)] }];
}

async function knownOf(work: Work, mail: Mail, { facts, trust }: Arrival, routing: Routing): Promise<JudgeFacts> {
  const from = soleAuthor(mail);
  const slug = facts.mailbox?.inbox;
  const inboxId = slug === undefined ? undefined : await inboxBySlug(work.db, slug);
  return {
    ...routing,
    verification: verifySender(mail, trust),
    recipients: facts.envelope?.to ?? [],
    hasNoSender: facts.envelope?.from === null,
    spammers: await spamSenders(work.db, peopleIn(mail)),
    inboxId: inboxId ?? routing.addresses.defaultInbox,
    threads: from
      ? await threadsOf(work.db, answeredIds(mail), from.email, routing.secret, awaitedBy(mail))
      : new Map(),
  };
}

/** The conversations that may change when these mails are stored, except those that they open. */
export async function conversationsFor({ db }: Work, mails: readonly Mail[]): Promise<number[]> {
  const ids = mails.flatMap(mail => [...answeredIds(mail), ...(mail.report?.about ?? [])]);
  const threads = await threadsOf(db, ids, '', await readMailSecret(db), mails.flatMap(awaitedBy));
  const found = [...new Set([...threads.values()].flat().map(({ conversationId }) => conversationId))];
  return [...found, ...(await continuing({ db }, found))];
}

function customerOf(author: Writer) {
  return author.by === 'agent' ? author.requester : author.person;
}

/**
 * The message's author, with the known facts about them. Unverified mail adds no participant to a conversation of
 * others: that person could join it by their next mail.
 */
function messageOf({ verified, covers, author, conversation }: ByWriter, contactId: number | null) {
  if (author.by === 'agent')
    return {
      kind: 'agent' as const,
      agentId: author.agentId,
      isUnverified: author.isForward && !('id' in conversation),
    };
  return {
    kind: 'contact' as const,
    contactId: contactId!,
    isUnverified: !verified,
    addsNobody: 'id' in conversation && !(verified && covers.recipients && conversation.isSide !== true),
    isSide: 'id' in conversation && conversation.isSide === true,
  };
}

/**
 * The keys by which an archive that is imported later finds this mail, and by which the mails that it names find it if
 * they come later. Only its customer's own: another person's Message-ID must not lead their mails into this
 * conversation, and unverified keys lead nowhere.
 */
function keysOf({ messageId }: Mail, { verified, author, conversation, awaits }: ByWriter): string[] {
  if ('id' in conversation && conversation.isSide) return [];
  const address = customerOf(author)?.email?.toLowerCase();
  if (!verified || address === undefined) return [];
  return [...(messageId === null ? [] : [authorKey(address, messageId)]), ...awaits.map(id => awaitedKey(address, id))];
}

/**
 * The time of a live mail's message, in milliseconds: when its sender wrote it, if that is at most a day before it
 * arrived and not before the last message of its conversation; otherwise when it arrived. A wrong clock hides no mail
 * among old ones, and a mail that crosses our answer is not taken for answered.
 */
function writtenAt(
  { sentAt, receivedAt }: Pick<Mail, 'sentAt' | 'receivedAt'>,
  now: number,
  lastMessageAt = 0,
): number {
  const arrived = Math.min(receivedAt ?? now, now);
  const isCredible = sentAt <= arrived && sentAt >= arrived - DAY_MS && sentAt >= lastMessageAt;
  return isCredible ? sentAt : Math.max(arrived, lastMessageAt);
}

async function keep(work: Work, prepared: PreparedMail, judgement: ByWriter, { isRating, former }: StoreFacts = {}) {
  const { mail } = prepared;
  const { author, covers, conversation } = judgement;
  const [joined] = 'id' in conversation ? await lockConversations(work, [conversation.id]) : [];
  const now = writtenAt(mail, work.now, joined && (await newestMessageAt(work, joined)));
  const sender: Actor = { agentId: null, byMail: true, now, recordedAt: work.now };
  // An agent's answer needs no customer.
  const customer = author.by === 'customer' || 'inboxId' in conversation ? customerOf(author) : undefined;
  const contactId = customer ? await contactFor(work, customer) : null;
  const held =
    'id' in conversation
      ? undefined
      : await openConversationWith(work, mail, { inboxId: conversation.inboxId, customer: contactId }, sender);
  const conversationId = 'id' in conversation ? conversation.id : held!.id;
  if (former) await continueFrom(work, former.id, conversationId, sender);
  const message = messageOf(judgement, contactId);
  // A name may be torn by its comma: then the first of From is not the one with the address.
  const from = author.by === 'customer' && author.isFrom ? author.person : mail.from;
  const replyTo = covers.replyTo ? mail.replyTo : [];
  const given = { ...prepared, mail: { ...mail, from, replyTo } };
  if (message.contactId !== undefined && !message.isUnverified)
    await confirmForwards(work, conversationId, message.contactId);
  const messageId = await addMailMessage(work, conversationId, { ...message, isRating, held }, given, sender);
  await recordMail(work, prepared, { conversationId, messageId, keys: keysOf(mail, judgement) });
  return conversationId;
}

/** The rating in a mail: only the customer who was asked can give it. */
async function ratingOf(work: Work, { mail, files }: PreparedMail, judgement: Judgement, secret: string) {
  const { author, conversation, verified, automatic, spam } = judgement;
  const isTrusted = verified && !automatic && !spam && author.by === 'customer' && author.person.email !== null;
  if (!isTrusted || !('id' in conversation)) return undefined;
  const hasFiles = files.some(({ isInline }) => !isInline);
  const found = await mailedRating(work, { mail, hasFiles, from: author.person.email! }, secret);
  return found && { ...found, conversationId: conversation.id };
}

/** Keeps a rating as a review; the further words of its mail stay a message, and so does a late one. */
async function keepRating(
  work: Work,
  prepared: PreparedMail,
  judgement: ByWriter,
  { requestId, rating, comment, saysMore, conversationId }: MailedRating & { readonly conversationId: number },
): Promise<'new'> {
  const isReview = await answerRatingRequest(work, requestId, { rating, comment });
  if (saysMore || !isReview) await keep(work, prepared, judgement, { isRating: true });
  else await recordMail(work, prepared, { conversationId, messageId: null });
  return 'new';
}

/** Sends the automatic reply to a customer's mail that has opened a conversation. */
function answerFirst(work: Work, { mail }: PreparedMail, judgement: Judgement, conversationId: number) {
  const { author, conversation, verified: isVerified, automatic: isAutomatic } = judgement;
  if (author.by !== 'customer' || !('inboxId' in conversation)) return undefined;
  const { email } = author.person;
  return replyAutomatically(work, { ...conversation, conversationId, mail, email, isVerified, isAutomatic });
}

const OF_OTHERS = { reason: 'It reports on a mail that was not sent from here.' };
const OF_DELETED = { reason: 'It reports on a message that is not here any more.' };

/** At most this many characters of a report's text are searched for an address. */
const MAX_SEARCHED = 65_536;

/** Whether a report names one of these addresses: in its fields, or only in its words, as old servers do. */
function isAbout({ text }: Mail, recipients: readonly string[], ours: readonly string[]): boolean {
  if (recipients.length > 0) return ours.length === 0 || recipients.some(one => ours.includes(addressKey(one)));
  const words = text.slice(0, MAX_SEARCHED).toLowerCase();
  return ours.some(one => words.includes(one));
}

/**
 * Keeps a report, in its author's words: anyone who knows a Message-ID of ours can write one. An unverified report that
 * names no recipient of the mail may be of a server that forwards: it is shown, and our mail does not count as failed.
 */
async function keepBounce(work: Work, prepared: PreparedMail, bounce: Bounce, isVerified: boolean): Promise<StoredAs> {
  const { messageId, recipients, hasFailed } = bounce;
  if (messageId === undefined) return OF_OTHERS;
  const { from } = prepared.mail;
  const isDoubtful = !isVerified && !isAbout(prepared.mail, recipients, await recipientAddresses(work.db, messageId));
  const by = from.email ?? from.name;
  const said = `${by}${isVerified ? '' : ' (unverified)'} says: ${bounce.reason}`;
  const reason = isDoubtful ? `${bounce.reason} (${by}, unverified)` : said;
  if ((await storeBounce(work, prepared, { messageId, hasFailed, isDoubtful, reason }, 'live')) === undefined)
    return OF_DELETED;
  return isDoubtful ? { line: `Not believed, as our mail was not written to that address: ${reason}` } : 'new';
}

/** Tells that DNS did not answer in time for a mail that it might have verified, and counts it. */
async function unansweredLine(work: Work, { verified }: Judgement, { facts, trust }: Arrival) {
  if (verified || !trust.isUnanswered) return undefined;
  await countUnanswered(work);
  return `A mail from ${originOf(facts)} is kept as unverified: DNS did not answer for the key of its signature.`;
}

function isWritten(judgement: Judgement): judgement is ByWriter {
  return judgement.author.by === 'agent' || judgement.author.by === 'customer';
}

/** Stores a live mail that is understood, within a transaction. */
export async function storeLive(
  work: Work,
  prepared: PreparedMail,
  arrival: Arrival,
  routing: Routing,
): Promise<StoredAs> {
  const { identity } = prepared.mail;
  if (routing.known.has(identity)) return 'known';
  const stored = await storeNew(work, prepared, arrival, routing);
  if (stored !== 'dropped' && !(typeof stored === 'object' && 'reason' in stored)) routing.known.add(identity);
  return stored;
}

async function storeNew(work: Work, prepared: PreparedMail, arrival: Arrival, routing: Routing): Promise<StoredAs> {
  const { mail } = prepared;
  const judgement = judge(mail, await knownOf(work, mail, arrival, routing));
  const { bounceOf, automatic: isAutomatic, spam } = judgement;
  if (bounceOf) return keepBounce(work, prepared, bounceOf, judgement.verified);
  if (isWritten(judgement)) {
    const rating = await ratingOf(work, prepared, judgement, routing.secret);
    if (rating) return keepRating(work, prepared, judgement, rating);
    const silent: Work = { ...work, customerWrote: () => undefined };
    const isOlder = arrival.facts.mailbox?.isOlder === true;
    const { judged, former } = await reached(work, judgement, routing);
    const understood = { ...prepared, mail: { ...mail, isAutomatic } };
    const id = await keep(spam || isOlder ? silent : work, understood, judged, { former });
    const replied = routing.sends && !isOlder ? await answerFirst(work, prepared, judgement, id) : undefined;
    const line = (await unansweredLine(work, judgement, arrival)) ?? replied;
    return line === undefined ? 'new' : { line };
  }
  return judgement.author.by === 'nobody' ? { reason: judgement.author.reason } : 'dropped';
}
