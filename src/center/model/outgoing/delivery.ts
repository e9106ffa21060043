import type { HistoryEvent } from '../../../contract/history.ts';
import { keepRow, rowWith } from '../../database/rows.ts';
import type { NewRow, Row } from '../../database/tables.ts';
import { refreshAsked } from '../conversation/awaiting.ts';
import { type ConversationRecord, lockConversations, writeConversations } from '../conversation/row.ts';
import { refreshAnswered } from '../conversation/span.ts';
import { wakeByNews } from '../conversation/wake.ts';
import { type Actor, mailActor, recordOne } from '../history.ts';
import type { Work } from '../work.ts';

/** The conversation of a message that is not a customer's; undefined if it is gone. */
export async function conversationOfMessage(work: Work, messageId: number): Promise<number | undefined> {
  const row = await work.db
    .selectFrom('message')
    .select('conversation_id')
    .where('id', '=', messageId)
    .where('kind', '!=', 'contact')
    .executeTakeFirst();
  return row?.conversation_id;
}

/** The conversations of these messages. */
export async function conversationsOfMessages({ db }: Work, messageIds: readonly number[]): Promise<number[]> {
  if (messageIds.length === 0) return [];
  const rows = await db
    .selectFrom('message')
    .select('conversation_id')
    .distinct()
    .where('id', 'in', messageIds)
    .execute();
  return rows.map(row => row.conversation_id);
}

/** The message of ours that came by a mail with one of these Message-IDs. */
export async function sentBy(work: Work, ids: readonly string[]): Promise<number | undefined> {
  if (ids.length === 0) return undefined;
  const row = await work.db
    .selectFrom('mail')
    .innerJoin('message', 'message.id', 'mail.message_id')
    .select('message.id')
    .where('mail.message_key', 'in', ids)
    .where('message.kind', '=', 'agent')
    .orderBy('mail.id')
    .limit(1)
    .executeTakeFirst();
  return row?.id;
}

type Delivered = Pick<NewRow<'message_delivery'>, 'state' | 'at'> & { readonly reason?: string | null };

async function conversationIdOf(work: Work, messageId: number): Promise<number> {
  const { conversation_id } = await work.db
    .selectFrom('message')
    .select('conversation_id')
    .where('id', '=', messageId)
    .executeTakeFirstOrThrow();
  return conversation_id;
}

/** Records how far the mail of a message has come. */
export async function setDelivery(
  work: Work,
  messageId: number,
  { state, at, reason = null }: Delivered,
): Promise<void> {
  const hadFailed = await hasFailed(work, messageId);
  await keepRow(work.db, 'message_delivery', { message_id: messageId }, { state, at, reason });
  // A failed mail is not an answer: the customer waits again, until it is on its way again.
  if (hadFailed !== (state === 'failed')) await refreshAsked(work, [await conversationIdOf(work, messageId)]);
  if (state === 'sent' || state === 'failed') await refreshAnswered(work, [await conversationIdOf(work, messageId)]);
}

/** A report that a mail of ours was not delivered. */
export interface DeliveryFailure {
  /** It is shown and not believed: the mail stays sent. */
  readonly isDoubtful?: boolean;
  /** The message that was sent by this mail. */
  readonly messageId: number;
  /** The remote server's reason, on one line. */
  readonly reason: string;
  /** When it failed, if an archive says so: then no agent has to see it. Milliseconds since 1970. */
  readonly archivedAt?: number;
}

/** The outcome for a report: it is news, or known already, or its message is gone or was not ours. */
export type Noted = 'failed' | 'known' | 'gone';

/** The longest reason of a message in characters: a mail to many people may fail for each of them. */
const MAX_REASON_LENGTH = 600;

/**
 * The reason with one more. Undefined if nothing is new, or if no room is left: reports about one message then change
 * nothing more, however many come.
 */
function joined(former: string | null, next: string): string | undefined {
  if (!former) return next.slice(0, MAX_REASON_LENGTH);
  if (former.includes(next)) return undefined;
  const both = `${former}; ${next}`;
  return both.length > MAX_REASON_LENGTH ? undefined : both;
}

/**
 * Records that a message of ours was not delivered: it neither reopens its conversation nor counts as a message. The
 * list shows it until an agent has seen it (see `noteFailureSeen`). One that is doubtful is kept as the reason of a mail
 * that was sent.
 */
export async function noteFailure(
  work: Work,
  { messageId, reason, archivedAt, isDoubtful = false }: DeliveryFailure,
  actor: Actor,
): Promise<Noted> {
  const id = await conversationOfMessage(work, messageId);
  const [before] = id === undefined ? [] : await lockConversations(work, [id]);
  if (!before || before.merged_into !== null) return 'gone';
  const known = await rowWith(work.db, 'message_delivery', { message_id: messageId });
  const state = isDoubtful ? 'sent' : 'failed';
  const told = joined(known?.state === state ? known.reason : null, reason);
  // A report changes nothing of a mail that has failed, or that is not sent yet.
  if (told === undefined || (isDoubtful && known?.state !== 'sent')) return 'known';
  const at = isDoubtful ? known!.at : (archivedAt ?? actor.now);
  await setDelivery(work, messageId, { state, at, reason: told });
  const isNews = archivedAt === undefined && before.delivery_failed === 0;
  const [after] = await writeConversations(work, [{ before, patch: isNews ? { delivery_failed: 1 } : {} }], actor);
  if (isNews) await wakeByNews(work, after!, actor);
  const changes = { message_id: { from: null, to: messageId }, reason: { from: null, to: reason } };
  if (!isDoubtful) await recordOne(work, before.id, 'message.failed', changes, actor);
  return 'failed';
}

/** How far the mail of a message has come; undefined if it is not sent by mail. */
export async function deliveryStateOf(
  { db }: Work,
  messageId: number,
): Promise<Row<'message_delivery'>['state'] | undefined> {
  return (await rowWith(db, 'message_delivery', { message_id: messageId }))?.state;
}

/** Whether a mail failed for a recipient: a bounce may come before the relay's answer is recorded. */
async function hasFailed(work: Work, messageId: number): Promise<boolean> {
  return (await deliveryStateOf(work, messageId)) === 'failed';
}

/** Raises the version of a message's conversation, so that desks read it again. Undefined if the message is gone. */
export async function tellDesks(work: Work, messageId: number): Promise<ConversationRecord | undefined> {
  const id = await conversationOfMessage(work, messageId);
  const [before] = id === undefined ? [] : await lockConversations(work, [id]);
  if (before) await writeConversations(work, [{ before, patch: {} }], mailActor(work));
  return before;
}

/**
 * Records how far the mail of a message has come, and tells the desks. A message that is gone has no mail any more, and
 * a failure stays.
 */
export async function touchDelivery(
  work: Work,
  messageId: number,
  delivered: Delivered,
  event?: HistoryEvent,
): Promise<void> {
  const conversation = await tellDesks(work, messageId);
  if (!conversation) return;
  if (!(await hasFailed(work, messageId))) await setDelivery(work, messageId, delivered);
  const changes = { message_id: { from: null, to: messageId } };
  if (event) await recordOne(work, conversation.id, event, changes, mailActor(work, 'service'));
}
