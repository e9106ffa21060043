import { isBlank } from '../../contract/blank.ts';
import { type Landing, landingStatus } from '../model/archive.ts';
import { addContact } from '../model/conversation/contact.ts';
import { mergeConversations } from '../model/conversation/merge.ts';
import { type ConversationRecord, lockConversations } from '../model/conversation/row.ts';
import { refreshAnswered } from '../model/conversation/span.ts';
import { createConversation, type NewConversation } from '../model/conversation/write.ts';
import { type Actor, mailActor } from '../model/history.ts';
import {
  type Addresses,
  beginEarlier,
  contactFor,
  findThreads,
  isTouched,
  NO_SUBJECT,
  recordFiles,
  recordMail,
  type ThreadKeyMatch,
} from '../model/mail.ts';
import { threadsOf } from '../model/mail-thread.ts';
import { keepHead } from '../model/message/head.ts';
import { confirmForwards } from '../model/message/unverified.ts';
import { addMessage, type NewMessage } from '../model/message/write.ts';
import { isSigned, readMessageId } from '../model/message-id.ts';
import { sentBy } from '../model/outgoing/delivery.ts';
import type { Work } from '../model/work.ts';
import { addressedBy, behindNoReply, inboxNamed } from './customer.ts';
import { emailsOf, type MailPerson } from './mime/address.ts';
import type { Mail } from './mime/parse-mail.ts';
import type { PreparedMail } from './prepare-mail.ts';
import { storeBounce } from './store-bounce.ts';
import { awaitedKey, threadKeys } from './thread-keys.ts';

/** The destination of an archive's mail. */
export interface Destination {
  readonly addresses: Addresses;
  /** The inbox of mail that is not addressed to an inbox; null for the default one. */
  readonly inboxId: number | null;
  /** How its conversations land. */
  readonly landing: Landing;
  /** The secret that signs our own Message-IDs. */
  readonly secret: string;
  /** The identities of the mails that are stored already; each that is stored is added. */
  readonly known: Set<string>;
}

/** The result of storing a mail: its conversation, and the conversations merged into it. */
export interface StoredMail {
  readonly conversationId: number;
  readonly mergedAway: readonly number[];
}

function inboxFor({ mail, marks }: PreparedMail, { addresses, inboxId }: Destination): number {
  if (mail.isSpam || marks?.has('spam')) return addresses.spamInbox;
  const named = [...mail.deliveredTo, ...emailsOf([...mail.to, ...mail.cc, mail.from])];
  return inboxNamed(named, addresses.inboxOf, inboxId ?? addresses.defaultInbox);
}

type IsOurs = Addresses['isOurs'];

/** Our addresses; a folder of sent mail or of drafts shows that also its author's was ours. */
function oursFor({ mail, marks }: PreparedMail, { isOurs }: Addresses): IsOurs {
  const isWrittenHere = marks?.has('sent') || marks?.has('draft');
  const author = isWrittenHere ? mail.from.email?.toLowerCase() : undefined;
  return address => address === author || isOurs(address);
}

/** The customer who wrote a mail; undefined if we wrote it. */
function writerOf(mail: Mail, isOurs: IsOurs): MailPerson | undefined {
  const { from } = mail;
  if (from.email !== null && isOurs(from.email.toLowerCase())) return undefined;
  return behindNoReply(from, mail, isOurs) ?? from;
}

/**
 * The requester of its conversation: the author, or whom it is about if we wrote it. Undefined for mail between
 * ourselves: we are not customers.
 */
function customerOf(mail: Mail, isOurs: IsOurs): MailPerson | undefined {
  return writerOf(mail, isOurs) ?? addressedBy(mail, isOurs).requester;
}

/** The author of a mail, with the known facts about them. */
type Author = Pick<
  NewMessage,
  'held' | 'kind' | 'agentId' | 'contactId' | 'fromAddress' | 'isUnverified' | 'addsNobody' | 'isArchived' | 'isRating'
>;

/** The author. An archive is trusted: mail from an agent's or an inbox's address is ours. */
async function authorOf(work: Work, mail: Mail, { agentOf, inboxOf }: Addresses, isOurs: IsOurs): Promise<Author> {
  const writer = writerOf(mail, isOurs);
  if (writer) return { kind: 'contact', contactId: await contactFor(work, writer) };
  const address = mail.from.email?.toLowerCase() ?? '';
  const agentId = agentOf.get(address);
  if (agentId !== undefined) return { kind: 'agent', agentId };
  return { kind: 'agent', fromAddress: inboxOf(address)?.address ?? address };
}

function oldestFirst(a: ConversationRecord, b: ConversationRecord): number {
  return a.created_at - b.created_at || a.id - b.id;
}

/** The conversation that a mail belongs to, merging several into one; undefined for a new one. */
async function joinThreads(work: Work, ids: readonly number[], actor: Actor) {
  const [target, ...others] = (await lockConversations(work, ids)).sort(oldestFirst);
  if (target && others.length > 0) await mergeConversations(work, target, others, actor);
  return { target, mergedAway: others.map(row => row.id) };
}

function titleOf(mail: Mail): string {
  return isBlank(mail.subject) ? NO_SUBJECT : mail.subject;
}

/**
 * A mail older than the conversation (an mbox may be out of order) becomes its beginning, unless an agent has changed
 * it.
 */
async function beginIfEarlier(
  work: Work,
  before: ConversationRecord,
  mail: Mail,
  requesterId: number | null,
): Promise<void> {
  if (mail.sentAt >= before.created_at || (await isTouched(work, before.id))) return;
  await beginEarlier(work, before, { title: titleOf(mail), requesterId, at: mail.sentAt });
}

/** Whether a customer asks something by this mail, and no machine. */
function isQuestion({ isAutomatic }: Mail, { kind }: Author): boolean {
  return kind === 'contact' && !isAutomatic;
}

/** Opens a conversation with a mail; without a status it is open. */
export async function openConversationWith(
  work: Work,
  mail: Mail,
  place: Pick<NewConversation, 'inboxId' | 'statusId' | 'isArchived'> & { readonly customer: number | null },
  actor: Actor,
): Promise<ConversationRecord> {
  const { customer, ...where } = place;
  const contactIds = customer === null ? [] : [customer];
  return createConversation(work, { ...where, title: titleOf(mail), contactIds }, actor);
}

/** Adds a mail's message to a conversation, with its files, and returns its id. */
export async function addMailMessage(
  work: Work,
  conversationId: number,
  author: Author,
  { mail, files }: PreparedMail,
  actor: Actor,
): Promise<number> {
  const { text: bodyText, html: bodyHtml, to, cc, isAutomatic } = mail;
  const replyTo =
    author.kind === 'contact' ? mail.replyTo.filter(({ email }) => email !== mail.from.email).slice(0, 5) : [];
  const head = { from: author.kind === 'agent' ? [] : [mail.from], recipients: { to, cc, replyTo }, isAutomatic };
  const body = { bodyText, bodyHtml, ...(await recordFiles(work, files)) };
  const id = await addMessage(work, { ...author, ...head, ...body, conversationId }, actor);
  await keepHead(work, id, mail);
  if (author.kind === 'agent' && !author.isArchived) await refreshAnswered(work, [conversationId]);
  return id;
}

function isNew(found: readonly ThreadKeyMatch[], ids: ReadonlySet<number>) {
  const known = new Set(found.filter(({ conversationId }) => ids.has(conversationId)).map(({ key }) => key));
  return (key: string) => !known.has(key);
}

/** Stores a report on one of our mails that is here; undefined for any other mail. An archive is trusted. */
async function bouncedIn(work: Work, prepared: PreparedMail, secret: string): Promise<StoredMail | undefined> {
  const { report } = prepared.mail;
  if (!report || !(report.isStandard || report.hasNoSender)) return undefined;
  const signed = report.about.map(id => readMessageId(id, secret)).find(names => names !== undefined);
  const messageId = signed?.messageId ?? (await sentBy(work, report.about));
  if (messageId === undefined) return undefined;
  const conversationId = await storeBounce(work, prepared, { messageId, ...report }, 'archive');
  return conversationId === undefined ? undefined : { conversationId, mergedAway: [] };
}

/** Our own mail, which this help center sent: its message is here, or was deleted. */
function isSentFromHere({ messageId, from }: Mail, isOurs: IsOurs, secret: string): boolean {
  return messageId !== null && isOurs(from.email?.toLowerCase() ?? '') && isSigned(messageId, secret);
}

/** The references that count of a long list: the last ones. */
const MAX_REFERENCES = 10;

/** The conversation of our mail that this one answers, if its author takes part there. */
async function answeredHere(work: Work, mail: Mail, isOurs: IsOurs, secret: string): Promise<readonly number[]> {
  const { inReplyTo, references } = mail;
  const ids = [...inReplyTo, ...references.slice(-MAX_REFERENCES).reverse()].filter(id => isSigned(id, secret));
  const from = mail.from.email?.toLowerCase() ?? '';
  const threads = [...(await threadsOf(work.db, ids, from, secret)).values()].flat();
  const found = threads.find(({ isRequester, takesPart }) => isRequester || takesPart || isOurs(from));
  return found ? [found.conversationId] : [];
}

/** The conversation of a live mail that names this one. */
async function awaitedHere(work: Work, { from, messageId }: Mail): Promise<readonly number[]> {
  if (messageId === null || from.email === null) return [];
  const [found] = await findThreads(work, [awaitedKey(from.email.toLowerCase(), messageId)]);
  return found ? [found.conversationId] : [];
}

/**
 * Stores an archive's mail as a message, in the conversation of its thread or in a new one, within a transaction. Returns
 * undefined for a mail that is stored already.
 */
export async function storeMail(work: Work, prepared: PreparedMail, to: Destination): Promise<StoredMail | undefined> {
  const { mail } = prepared;
  if (to.known.has(mail.identity)) return undefined;
  to.known.add(mail.identity);
  const bounced = await bouncedIn(work, prepared, to.secret);
  if (bounced) return bounced;
  const intake = mailActor(work, 'import');
  const sender = { ...intake, now: mail.sentAt };
  const isOurs = oursFor(prepared, to.addresses);
  if (isSentFromHere(mail, isOurs, to.secret)) return undefined;
  const { kept, sought } = threadKeys(mail, isOurs);
  const found = await findThreads(work, [...new Set([...kept, ...sought])]);
  const wanted = new Set(sought);
  const named = [
    ...found.filter(({ key }) => wanted.has(key)).map(({ conversationId }) => conversationId),
    ...(await answeredHere(work, mail, isOurs, to.secret)),
  ];
  const ids = new Set(named.length > 0 ? named : await awaitedHere(work, mail));
  const { target, mergedAway } = await joinThreads(work, [...ids], intake);
  const author = await authorOf(work, mail, to.addresses, isOurs);
  const person = customerOf(mail, isOurs);
  const customer = author.contactId ?? (person ? await contactFor(work, person) : null);
  if (target) {
    if (customer !== null) await addContact(work, target.id, customer, intake);
    await beginIfEarlier(work, target, mail, customer);
  }
  const statusId = landingStatus(to.landing, isQuestion(mail, author), mail.sentAt, work.now);
  const place = { inboxId: inboxFor(prepared, to), customer, statusId, isArchived: true };
  const held = target ? undefined : await openConversationWith(work, mail, place, sender);
  const conversationId = (target ?? held)!.id;
  if (target && author.contactId) await confirmForwards(work, conversationId, author.contactId);
  const isForward = !target && author.kind === 'agent' && addressedBy(mail, isOurs).isForward;
  const message = { ...author, isUnverified: isForward, isArchived: true, held };
  const messageId = await addMailMessage(work, conversationId, message, prepared, sender);
  const keys = [...new Set(kept)].filter(isNew(found, ids));
  await recordMail(work, prepared, { conversationId, messageId, keys, isArchived: true });
  return { conversationId, mergedAway };
}
