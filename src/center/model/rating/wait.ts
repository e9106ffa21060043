import { sql } from 'kysely';
import { prepareList } from '../../database/prepare.ts';
import { deleteRows, insertRow, rowWith } from '../../database/rows.ts';
import { chunks } from '../../database/statement.ts';
import type { Db } from '../../database/tables.ts';
import { CLOSED_STATUS_ID } from '../conversation/place.ts';
import type { ConversationRecord } from '../conversation/row.ts';
import { inboxVoice } from '../inbox/own-mail.ts';
import type { Work } from '../work.ts';

/**
 * Records that conversations were closed now, if their customers may be asked for a rating: later, when it is certain
 * that the agent's answer was sent and that the conversation stays closed. A repeated closing restarts the wait.
 */
export async function awaitRatings(work: Work, ids: readonly number[]): Promise<void> {
  for (const piece of chunks(ids)) await wait(work.db, piece, work.now);
  if (ids.length > 0) work.scheduleJob('ratings', work.now);
}

/** The literals are those of the index `message_by_agent`: an agent's answering program answers nothing. */
const wait = prepareList(
  1,
  (_db, ids: readonly number[], now: number) => sql<never>`insert into rating_wait (conversation_id, since)
    select c.id, cast(${now} as bigint) from conversation as c join inbox on inbox.id = c.inbox_id
    where c.id in (${sql.join(ids)}) and +c.status_id = ${sql.lit(CLOSED_STATUS_ID)} and c.disable_rating = 0
      and inbox.send_rating_request = 1 and inbox.kind != 'spam' and c.requester_id is not null
      and exists (select 1 from message join message_delivery as delivery on delivery.message_id = message.id
        where message.conversation_id = c.id and message.kind = 'agent' and message.automatic = 0
          and delivery.state != 'failed')
    on conflict (conversation_id) do update set since = excluded.since`,
);

/** Ends the waiting of a conversation. Returns false if it does not wait. */
export async function endWaiting({ db }: Work, conversationId: number): Promise<boolean> {
  return (await deleteRows(db, 'rating_wait', { conversation_id: conversationId })).length > 0;
}

/** Restarts the wait of a conversation. */
export async function waitOn({ db, now }: Work, conversationId: number): Promise<void> {
  await insertRow(db, 'rating_wait', { conversation_id: conversationId, since: now });
}

/** A conversation that waits, since when it is closed. */
export interface Waiting {
  readonly conversationId: number;
  readonly since: number;
}

/** The conversations that have waited longest. */
export async function longestWaiting(db: Db, limit: number): Promise<Waiting[]> {
  const rows = await db.selectFrom('rating_wait').selectAll().orderBy('since').limit(limit).execute();
  return rows.map(row => ({ conversationId: row.conversation_id, since: row.since }));
}

/** The customer to ask for a rating, the sender, and the agent's message that it is about. */
export interface RatingQuestion {
  readonly answerId: number;
  readonly inboxId: number;
  readonly from: { readonly name: string; readonly email: string };
  readonly text: string;
  readonly contactId: number;
  readonly to: { readonly name: string; readonly email: string };
}

/** The last message that an agent sent by mail, and how far it has come. */
function lastAnswer(db: Db, conversationId: number) {
  return db
    .selectFrom('message')
    .innerJoin('message_delivery as delivery', 'delivery.message_id', 'message.id')
    .select(['message.id', 'delivery.state'])
    .where('message.conversation_id', '=', conversationId)
    .where('message.kind', '=', 'agent')
    .orderBy('message.created_at', 'desc')
    .orderBy('message.id', 'desc')
    .limit(1)
    .executeTakeFirst();
}

/**
 * The customer to ask about a closed conversation; `later` if the agent's answer is still on its way, undefined if no
 * customer is to be asked.
 */
export async function askingFor(db: Db, row: ConversationRecord): Promise<RatingQuestion | 'later' | undefined> {
  const { id, inbox_id: inboxId, requester_id: contactId } = row;
  const isClosed = row.status_id === CLOSED_STATUS_ID && row.merged_into === null;
  if (!isClosed || row.disable_rating === 1 || inboxId === null || contactId === null) return undefined;
  const { name, address, kind, send_rating_request: asks, rating_message: text } = await inboxVoice(db, inboxId);
  if (asks === 0 || kind === 'spam' || address === null) return undefined;
  const answer = await lastAnswer(db, id);
  if (!answer || answer.state === 'failed') return undefined;
  if (answer.state !== 'sent') return 'later';
  const asked = await rowWith(db, 'rating_request', { answer_id: answer.id });
  const contact = await rowWith(db, 'contact', { id: contactId });
  const email = contact?.email ?? null;
  if (asked || email === null) return undefined;
  return {
    answerId: answer.id,
    inboxId,
    from: { name, email: address },
    text,
    contactId,
    to: { name: contact!.name, email },
  };
}
