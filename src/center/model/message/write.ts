import { prepareInsert } from '../../database/prepare.ts';
import { insertRow, rowWith } from '../../database/rows.ts';
import { askAgain, askedBy, nothingAsked, refreshAsked } from '../conversation/awaiting.ts';
import { type HeldPatch, refreshHeld } from '../conversation/contents.ts';
import { tellFollowers } from '../conversation/follow.ts';
import { addParticipant, addParticipants, type NamedPerson } from '../conversation/participant.ts';
import { type ConversationChange, conversationPlan } from '../conversation/plan.ts';
import { type ConversationRecord, lockConversation, writeConversations } from '../conversation/row.ts';
import { tellWoken, wakesByAnswer } from '../conversation/snooze.ts';
import { refreshAnswered } from '../conversation/span.ts';
import { wakingOf } from '../conversation/wake.ts';
import { type Actor, record, recordOne } from '../history.ts';
import { OPEN_STATUS_ID } from '../inbox/number.ts';
import { withdrawMail } from '../outgoing/enqueue.ts';
import { stopTimed } from '../outgoing/timed.ts';
import { absentAmong } from '../people/absence.ts';
import { conflict, notFound } from '../problem.ts';
import { carryOutRules } from '../rule/carry-out.ts';
import { indexText, reindex } from '../search/reindex.ts';
import { secondEnd, secondOf } from '../time.ts';
import type { Work } from '../work.ts';
import { attachmentNames } from './attachment.ts';
import { lastMessageOf } from './last.ts';
import { previewOf } from './part.ts';
import { keepRecipients, type MessageRecipients } from './recipients.ts';
import { removeMessages } from './remove-texts.ts';
import { claimUploads } from './upload.ts';

/** A new message. A contact's message reopens the conversation, unless a machine wrote it, it is from an archive or it rates. */
export interface NewMessage {
  readonly conversationId: number;
  /** The conversation, if the caller has locked or made it already. */
  readonly held?: ConversationRecord | undefined;
  readonly kind: 'contact' | 'agent';
  readonly contactId?: number | null;
  /** The author of an agent's message; by default the actor. */
  readonly agentId?: number | null;
  /** The inbox's address that an agent's message came from, if no agent is known. */
  readonly fromAddress?: string;
  readonly bodyText: string;
  readonly bodyHtml?: string | null;
  /** Everyone in its From; by default the contact who wrote it. */
  readonly from?: readonly NamedPerson[];
  /** By default none. */
  readonly recipients?: MessageRecipients;
  /** A machine wrote it: it reopens nothing, and awaits no answer. */
  readonly isAutomatic?: boolean;
  /** Its author is not verified. */
  readonly isUnverified?: boolean;
  /** The people in its head do not take part in the conversation by it. */
  readonly addsNobody?: boolean;
  /** It is from an archive: it reopens nothing, and rings no desk. */
  readonly isArchived?: boolean;
  /** It is written to a third party, or by one: it answers no customer, and none waits because of it. */
  readonly isSide?: boolean;
  /** The message that it forwards. */
  readonly forwards?: number;
  /** It brings a rating: it reopens nothing. */
  readonly isRating?: boolean;
  /** In order; duplicates count once. */
  readonly attachmentIds?: readonly number[];
  /** Those of them that are inside its HTML. */
  readonly inlineIds?: ReadonlySet<number>;
}

const author = ['kind', 'agent_id', 'contact_id', 'from_address', 'automatic', 'unverified'] as const;
const columns = ['conversation_id', ...author, 'side', 'forwards', 'body_text', 'body_html', 'created_at'] as const;
const insertPrepared = prepareInsert('message', columns, 'id');

async function insertMessage(work: Work, given: NewMessage, actor: Actor): Promise<number> {
  const [made] = await insertPrepared(work.db, {
    conversation_id: given.conversationId,
    kind: given.kind,
    agent_id: given.kind === 'agent' ? (given.agentId ?? actor.agentId) : null,
    contact_id: given.kind === 'contact' ? (given.contactId ?? null) : null,
    from_address: given.fromAddress ?? null,
    automatic: given.isAutomatic ? 1 : 0,
    unverified: given.isUnverified ? 1 : 0,
    side: given.isSide ? 1 : 0,
    forwards: given.forwards ?? null,
    body_text: given.bodyText,
    body_html: given.bodyHtml ?? null,
    created_at: actor.now,
  });
  const { id } = made!;
  const attachmentIds = [...new Set(given.attachmentIds ?? [])];
  if (attachmentIds.length > 0)
    await work.db
      .insertInto('message_attachment')
      .values(
        attachmentIds.map((attachment_id, position) => ({
          message_id: id,
          attachment_id,
          position,
          inline: given.inlineIds?.has(attachment_id) ? 1 : 0,
        })),
      )
      .execute();
  await claimUploads(work, attachmentIds);
  if (given.recipients) await keepRecipients(work, new Map([[id, given.recipients]]));
  return id;
}

/** The effects of a contact's message on the conversation: it is open again, and out of the archive. */
const reopening = { statusId: OPEN_STATUS_ID, archived: false };

/** The same with what else it brings about: one that was put off comes back, and an agent who is away loses it. */
async function reopeningOf(work: Work, before: ConversationRecord): Promise<ConversationChange> {
  if (wakesByAnswer(before)) return { ...reopening, ...(await wakingOf(work, [before], 'answer'))(before) };
  const isAway = (await absentAmong(work, [before.assign_to])).some(({ disabled }) => disabled === 0);
  return isAway ? { ...reopening, assignTo: null } : reopening;
}

async function addPeople(work: Work, { conversationId, from, recipients, kind, contactId }: NewMessage): Promise<void> {
  const { to, cc } = recipients ?? { to: [], cc: [] };
  if (!from && kind === 'contact' && contactId) await addParticipant(work, conversationId, contactId);
  await addParticipants(work, conversationId, [...(from ?? []), ...to, ...cc]);
}

/** The contents of a message that lists can filter by. */
function heldIn({ attachmentIds = [], inlineIds, isAutomatic, isSide }: NewMessage): HeldPatch {
  return {
    ...(attachmentIds.some(id => !inlineIds?.has(id)) && { has_file: 1 }),
    ...(isAutomatic && { by_machine: 1 }),
    ...(isSide && { has_side: 1 }),
  };
}

/** Adds a message with the actor's time, and returns its id. 409 for a merged-away conversation. */
export async function addMessage(work: Work, given: NewMessage, actor: Actor): Promise<number> {
  const before = given.held ?? (await lockConversation(work, given.conversationId));
  const id = await insertMessage(work, given, actor);
  if (!given.addsNobody) await addPeople(work, given);
  const isQuestion = given.kind === 'contact' && !given.isAutomatic;
  const isReopening = isQuestion && !given.isArchived && !given.isRating;
  const isBack = isReopening && wakesByAnswer(before);
  const reopened = conversationPlan(before, isReopening ? await reopeningOf(work, before) : {});
  // Mail may arrive in any order: only the messages themselves show whether an older one is the last.
  const isLast = actor.now > secondEnd(before.last_message_at) || before.message_count === 0;
  const last = isLast
    ? { preview: previewOf(given.bodyText), last_message_at: Math.max(before.created_at, secondOf(actor.now)) }
    : await lastMessageOf(work, before);
  const isAnswer = given.kind === 'agent' && !given.isAutomatic && !given.isSide && isLast;
  const isCustomers = given.kind === 'contact';
  const asked = isCustomers
    ? await askedBy(work, before, { id, created_at: actor.now }, isQuestion && !given.isSide)
    : isAnswer
      ? nothingAsked
      : undefined;
  const patch = {
    ...reopened.patch,
    ...last,
    ...heldIn(given),
    ...asked,
    message_count: before.message_count + 1,
  };
  const after = await writeConversations(work, [{ before, patch }], actor);
  if (isBack) await tellWoken(work, after);
  const added = {
    conversationId: before.id,
    event: 'message.added',
    changes: { message_id: { from: null, to: id } },
  } as const;
  if (asked === undefined) await (isCustomers ? askAgain : refreshAsked)(work, [before.id]);
  // The conversation was reopened now, not at the mail's date.
  const reopenings = reopened.happenings.map(one => ({ ...one, at: work.now }));
  await record(work, [added, ...reopenings], actor);
  await indexText(work, before.id, [given.bodyText, ...(await attachmentNames(work.db, given.attachmentIds))]);
  const isNews = isCustomers && !given.isArchived && !given.isRating;
  const isVouched = !given.isUnverified && given.contactId === before.requester_id;
  const written = async () => (asked === undefined ? lockConversation(work, before.id) : after[0]!);
  const home = isNews ? await carryOutRules(work, await written(), isVouched) : before.inbox_id;
  if (isQuestion && !given.isArchived && home !== null) {
    work.customerWrote(before.id, home);
    await tellFollowers(work, before.id, null);
  }
  if (!given.isAutomatic && !given.isArchived) {
    const agentId = given.kind === 'agent' ? (given.agentId ?? actor.agentId) : null;
    if (agentId !== null) work.agentAnswered(agentId, before.id);
    const entry = { conversationId: before.id, what: 'message', agentId, contactId: given.contactId ?? null } as const;
    await stopTimed(work, entry, actor);
  }
  return id;
}

interface Removed {
  readonly conversationId: number;
  readonly id: number;
  /** The caller, who may use the files of a mail that did not go out. */
  readonly caller: string;
  /** Only if nothing of its mail can have gone out. */
  readonly isTakenBack: boolean;
}

/**
 * Deletes a message that an agent sent: 404 if the conversation has no such message, 409 for any other sender, or if its
 * mail is being sent, or has been and it is to be taken back.
 */
export async function removeMessage(
  work: Work,
  { conversationId, id, ...asked }: Removed,
  actor: Actor,
): Promise<void> {
  const before = await lockConversation(work, conversationId);
  const found = await rowWith(work.db, 'message', { id, conversation_id: conversationId });
  if (!found) throw notFound('message');
  if (found.kind !== 'agent') throw conflict('Only a message that an agent sent can be deleted.');
  await withdrawMail(work, id, asked);
  await removeMessages(work, [conversationId], [id]);
  const patch = { message_count: before.message_count - 1, ...(await lastMessageOf(work, before)) };
  await writeConversations(work, [{ before, patch }], actor);
  await refreshAsked(work, [conversationId]);
  await refreshHeld(work, [conversationId]);
  await refreshAnswered(work, [conversationId]);
  await recordOne(work, conversationId, 'message.deleted', { message_id: { from: id, to: null } }, actor);
  await reindex(work, [conversationId]);
}

interface SystemMessage {
  readonly conversationId: number;
  readonly bodyText: string;
  readonly recipients: MessageRecipients;
}

/**
 * Adds a message of the help center itself, and returns its id. It answers nothing and is unread for no agent: the
 * conversation keeps its preview and its place in the list (see `lastMessageOf`).
 */
export async function addSystemMessage(work: Work, given: SystemMessage, actor: Actor): Promise<number> {
  const before = await lockConversation(work, given.conversationId);
  const { id } = await insertRow(work.db, 'message', {
    conversation_id: before.id,
    kind: 'system',
    automatic: 1,
    body_text: given.bodyText,
    created_at: actor.now,
  });
  await keepRecipients(work, new Map([[id, given.recipients]]));
  await writeConversations(work, [{ before, patch: { message_count: before.message_count + 1 } }], actor);
  await recordOne(work, before.id, 'message.added', { message_id: { from: null, to: id } }, actor);
  await indexText(work, before.id, [given.bodyText]);
  return id;
}
