import type { ExchangedConversation, ExchangedMessage, ExchangedPerson } from '../../../contract/exchange.ts';
import { untouched } from '../../model/archive.ts';
import { conversationFrom } from '../../model/conversation/origin.ts';
import { addParticipants } from '../../model/conversation/participant.ts';
import { type ConversationChange, conversationPlan } from '../../model/conversation/plan.ts';
import { lockConversation, writeConversations } from '../../model/conversation/row.ts';
import { createConversation } from '../../model/conversation/write.ts';
import { type Actor, mailActor, record } from '../../model/history.ts';
import { contactFor, knownMails, messageFrom, recordFiles, recordMail } from '../../model/mail.ts';
import { keepHead } from '../../model/message/head.ts';
import { addNote } from '../../model/message/note.ts';
import { addReview } from '../../model/message/review.ts';
import { addMessage, addSystemMessage } from '../../model/message/write.ts';
import { setDelivery } from '../../model/outgoing/delivery.ts';
import { milliseconds } from '../../model/time.ts';
import type { Work } from '../../model/work.ts';
import type { StoredMailFile } from '../prepare-mail.ts';
import type { NameIds } from './names.ts';
import { type ImportedEntry, messageIdentity } from './read-line.ts';

/** A line, or a part of a long one, whose files are safely on disk. */
export interface LinePiece {
  readonly line: ExchangedConversation;
  /** The entries to store, each with its files. */
  readonly entries: readonly { readonly one: ImportedEntry; readonly files: readonly StoredMailFile[] }[];
}

/** The result of storing a piece; `added`: how many entries were new. */
export interface StoredPiece {
  readonly conversationId: number;
  readonly isNew: boolean;
  readonly added: number;
}

const NOT_SENT = 'It had not been sent when it was exported.';

/** The id of a customer: null if the file says that it is unknown, the requester if it says nothing. */
async function contactOf(work: Work, person: ExchangedPerson | null | undefined, requester: number | null = null) {
  if (person === undefined) return requester;
  const { email = null, name } = person ?? {};
  return email === null && !name ? null : contactFor(work, { name: name?.trim() ?? '', email });
}

/** The author of an entry of that time: an import is not done by hand. */
function actorAt(time: string, agentId: number | null = null): Actor {
  return { agentId, byMail: true, via: 'import', now: milliseconds(time) };
}

async function create(work: Work, names: NameIds, line: ExchangedConversation): Promise<number> {
  const contactIds: number[] = [];
  for (const person of line.contacts ?? []) contactIds.push((await contactOf(work, person)) ?? 0);
  const { id } = await createConversation(
    work,
    {
      title: line.title.trim(),
      inboxId: await names.inbox(line.inbox),
      statusId: await names.status(line.status),
      assignTo: await names.agent(line.assignee),
      contactIds: contactIds.filter(one => one > 0),
      tags: line.tags ?? [],
      isArchived: true,
      origin: { source: line.source, id: line.id },
    },
    actorAt(line.created_at),
  );
  return id;
}

/** The author; for an unknown agent the address. */
async function authorOf(work: Work, names: NameIds, { kind, author }: ExchangedMessage, requester: number | null) {
  if (kind !== 'agent') return { kind: 'contact', contactId: await contactOf(work, author, requester) } as const;
  const agentId = await names.agent(author);
  return { kind, agentId, ...(agentId === null && author?.email && { fromAddress: author.email }) } as const;
}

async function addOne(work: Work, names: NameIds, line: ExchangedConversation, given: ExchangedMessage, on: On) {
  const { conversationId, requester, files } = on;
  const { to = [], cc = [], bcc = [], reply_to: replyTo = [], body_text: bodyText } = given;
  const base = { conversationId, bodyText, recipients: { to, cc, bcc, replyTo } };
  const actor = actorAt(given.created_at);
  if (given.kind === 'system') return addSystemMessage(work, base, actor);
  const forwards = given.forwards && (await messageFrom(work.db, messageIdentity(line, given.forwards)));
  const addsNobody = line.participants !== undefined;
  const flags = { isAutomatic: given.automatic, isUnverified: given.unverified, isSide: given.side, addsNobody };
  const body = { ...base, bodyHtml: given.body_html ?? null, ...(await recordFiles(work, files)) };
  const author = await authorOf(work, names, given, requester);
  return addMessage(work, { ...author, ...body, ...flags, ...(forwards && { forwards }), isArchived: true }, actor);
}

interface On {
  readonly conversationId: number;
  readonly requester: number | null;
  readonly files: readonly StoredMailFile[];
}

/** Stores a message with the head that answers by mail need. Returns its id. */
async function storeMessage(work: Work, names: NameIds, line: ExchangedConversation, given: ExchangedMessage, on: On) {
  const id = await addOne(work, names, line, given, on);
  const { message_id: messageId = null, references = [], subject, delivery } = given;
  if (messageId !== null || subject !== undefined)
    await keepHead(work, id, { messageId, references, inReplyTo: [], subject: subject ?? line.title });
  if (!delivery) return id;
  const { state, reason = null } = delivery;
  const isSent = state === 'sent' || state === 'failed';
  await setDelivery(work, id, {
    state: isSent ? state : 'failed',
    at: milliseconds(delivery.at),
    reason: isSent ? reason : NOT_SENT,
  });
  return id;
}

async function storeEntry(
  work: Work,
  names: NameIds,
  line: ExchangedConversation,
  one: ImportedEntry,
  on: On,
): Promise<void> {
  const { conversationId, requester, files } = on;
  const { kind, entry } = one;
  let messageId: number | null = null;
  if (kind === 'messages') messageId = await storeMessage(work, names, line, entry, on);
  else if (kind === 'notes') {
    const { attachmentIds } = await recordFiles(work, files);
    const called: (number | null)[] = [];
    for (const email of entry.mentions ?? []) called.push(await names.agent({ email }));
    const mentions = called.filter(id => id !== null);
    const note = { conversationId, details: entry.details, attachmentIds, mentions, isArchived: true };
    await addNote(work, note, actorAt(entry.created_at, await names.agent(entry.author)));
  } else {
    const contactId = await contactOf(work, entry.author, requester);
    const { rating, comment } = entry;
    await addReview(
      work,
      { conversationId, contactId, rating, ...(comment && { comment }) },
      actorAt(entry.created_at),
    );
  }
  await recordMail(work, { mail: one }, { conversationId, messageId, isArchived: true });
}

/** The line's changes to the conversation itself; a conversation that was worked on here stays. */
async function changeIn(
  work: Work,
  names: NameIds,
  line: ExchangedConversation,
  id: number,
): Promise<ConversationChange> {
  if (!(await untouched(work, [id])).has(id)) return {};
  const { snoozed, archived = false, disable_rating: disableRating = false } = line;
  const until = snoozed?.until ? milliseconds(snoozed.until) : null;
  const isOff = snoozed && (until === null || until > work.now);
  return {
    title: line.title.trim(),
    statusId: await names.status(line.status),
    assignTo: await names.agent(line.assignee),
    archived,
    disableRating,
    ...(isOff && { snooze: { until, keep: snoozed.keep ?? false, by: await names.agent(snoozed.by) } }),
  };
}

/**
 * Stores the new entries of a piece, within a transaction. No event is sent, and no mail. Throws `LineRefused` if a
 * name is unknown.
 */
export async function storePiece(work: Work, { line, entries }: LinePiece, names: NameIds): Promise<StoredPiece> {
  const known = await conversationFrom(work.db, line);
  const conversationId = known ?? (await create(work, names, line));
  const there = await knownMails(
    work.db,
    entries.map(({ one }) => one),
  );
  const { requester_id: requester } = await lockConversation(work, conversationId);
  const fresh = entries.filter(({ one }) => !there.has(one.identity));
  if (known === undefined || fresh.length > 0) await addParticipants(work, conversationId, line.participants ?? []);
  for (const { one, files } of fresh) await storeEntry(work, names, line, one, { conversationId, requester, files });
  const before = await lockConversation(work, conversationId);
  const plan = conversationPlan(before, await changeIn(work, names, line, conversationId));
  const isNew = known === undefined;
  if (!isNew && fresh.length + plan.happenings.length === 0) return { conversationId, isNew, added: 0 };
  const now = line.updated_at === undefined ? work.now : Math.min(milliseconds(line.updated_at), work.now);
  await writeConversations(work, [plan], { agentId: null, now });
  await record(work, plan.happenings, mailActor(work, 'import'));
  if (plan.patch.snoozed_until) work.scheduleJob('wake', plan.patch.snoozed_until);
  return { conversationId, isNew, added: fresh.length };
}
