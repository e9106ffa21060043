import { sql } from 'kysely';
import { prepare, prepareEach, prepareList } from '../../database/prepare.ts';
import { chunks } from '../../database/statement.ts';
import type { Db } from '../../database/tables.ts';
import { countedColumns } from '../../database/tables-of-attention.ts';
import { moveWaiting, type Numbered } from '../inbox/number.ts';
import type { Work } from '../work.ts';
import { dueOf } from './due.ts';
import { markKinds, waits } from './mark.ts';
import { lowerFloors } from './unread.ts';

interface Place {
  readonly id: number;
  readonly created_at: number;
}

function isAfter(one: Place, other: Place): boolean {
  return one.created_at > other.created_at || (one.created_at === other.created_at && one.id > other.id);
}

const isDelivered = sql<boolean>`not exists (select 1 from message_delivery as delivery
  where delivery.message_id = message.id
  and (delivery.state = 'failed' or delivery.state = 'held' and delivery.reason is not null))`;

/** An agent's answering program answers nothing, and neither does a mail to a third party, or one not delivered. */
const lastBy = prepareEach(kind =>
  prepare(1, (db: Db, conversationId: number) =>
    db
      .selectFrom('message')
      .select(['id', 'created_at'])
      .where('conversation_id', '=', conversationId)
      // Literals, so that SQLite knows that `message_by_agent` fits.
      .where('kind', '=', sql.lit(kind as 'contact' | 'agent'))
      .$if(kind === 'agent', one =>
        one.where('automatic', '=', sql.lit(0)).where('side', '=', sql.lit(0)).where(isDelivered),
      )
      .orderBy('created_at', 'desc')
      .orderBy('id', 'desc')
      .limit(sql.lit(1)),
  ),
);

const firstAskedAfter = prepare(3, (db: Db, conversationId: number, at: number, id: number) =>
  db
    .selectFrom('message')
    .select(['id', 'created_at'])
    .where('conversation_id', '=', conversationId)
    .where('kind', '=', sql.lit('contact' as const))
    .where('automatic', '=', sql.lit(0))
    .where('side', '=', sql.lit(0))
    .where(sql<boolean>`(created_at, id) > (${at}, ${id})`)
    .orderBy('created_at')
    .orderBy('id')
    .limit(sql.lit(1)),
);

/** Replaces the time since when a customer waits: all messages since the answer are automatic. */
const NOBODY_WAITS = 0;

const beginning: Place = { id: 0, created_at: -1e15 };

/** A mark with the conversation's id and the values by which it is counted. */
interface Marked extends Numbered {
  readonly since: number;
}

const marked = ['conversation_id as id', 'since', ...countedColumns] as const;

function isWaitedFor(one: Marked): boolean {
  return waits(one, one.since);
}

const mark = prepare(
  5,
  (_db, conversationId: number, since: number, due: number | null, at: number, messageId: number) =>
    sql<Marked>`insert into conversation_mark
      (conversation_id, kind, since, due_at, at, message_id, shelf, status_id, home_id, assign_key, last_message_at)
    select id, ${sql.lit(markKinds.asked)}, ${since}, cast(${due} as bigint), ${at}, ${messageId}, shelf, status_id, home_id,
      assign_key, last_message_at from conversation where id = ${conversationId} and merged_into is null
    returning ${sql.raw(marked.join(', '))}`,
);

const unmark = prepareList(0, (db, ids: readonly number[]) =>
  db
    .deleteFrom('conversation_mark')
    .where('conversation_id', 'in', ids)
    .where('kind', '=', sql.lit(markKinds.asked))
    .returning(marked),
);

async function unmarkAll(work: Work, ids: readonly number[]): Promise<Marked[]> {
  const gone: Marked[] = [];
  for (const piece of chunks(ids)) gone.push(...(await unmark(work.db, piece)));
  return gone;
}

/** Records that these conversations await no answer. */
export async function clearAsked(work: Work, ids: readonly number[]): Promise<void> {
  await moveWaiting(work, (await unmarkAll(work, ids)).filter(isWaitedFor), []);
}

/** Determines these marks again, and returns the least of the messages that they name. */
async function markAgain(work: Work, ids: readonly number[]): Promise<number> {
  const before = await unmarkAll(work, ids);
  const after: Marked[] = [];
  let least = Number.POSITIVE_INFINITY;
  for (const id of ids) {
    const [newest] = await lastBy('contact')(work.db, id);
    if (!newest) continue;
    const [answer = beginning] = await lastBy('agent')(work.db, id);
    if (!isAfter(newest, answer)) continue;
    const [first] = await firstAskedAfter(work.db, id, answer.created_at, answer.id);
    const since = first?.created_at ?? NOBODY_WAITS;
    after.push(...(await mark(work.db, id, since, await dueOf(work, id, since), newest.created_at, newest.id)));
    least = Math.min(least, newest.id);
  }
  await moveWaiting(work, before.filter(isWaitedFor), after.filter(isWaitedFor));
  return least;
}

/**
 * Determines again whether the last word of each conversation is a customer's or a third party's, and since when no agent
 * has answered a customer's message that no machine wrote. The conversations' own rows must be written before.
 */
export async function refreshAsked(work: Work, ids: readonly number[]): Promise<void> {
  const least = await markAgain(work, ids);
  if (Number.isFinite(least)) await lowerFloors(work, least);
  await silenceArchived(work, ids);
}

/** A customer whose last word in an archive is older than this waits no more. */
const WAITING_MS = 30 * 86_400_000;

/** Whether an archive's last word still waits for an answer. */
export function waitsStill(at: number, now: number): boolean {
  return at > now - WAITING_MS;
}

/** Last words that came long ago, from an archive, are unread for nobody: their marks name no message. */
export async function silenceArchived({ db, now }: Work, ids: readonly number[]): Promise<void> {
  for (const piece of chunks(ids))
    await sql`update conversation_mark set message_id = 0
      where conversation_id in (${sql.join(piece)}) and kind = ${sql.lit(markKinds.asked)} and at <= ${now - WAITING_MS}
      and exists (select 1 from mail where mail.message_id = conversation_mark.message_id and mail.from_archive = 1
        and conversation_mark.at <= mail.imported_at - ${WAITING_MS})`.execute(db);
}

/**
 * Moves the newest place on; `isQuestion`: a mark that waits for nothing yet is skipped, because its first question has
 * to be found.
 */
function moveAsked(isQuestion: boolean) {
  return prepare(3, (db, conversationId: number, id: number, at: number) => {
    const isBefore = sql<boolean>`(at, message_id) < (${at}, ${id})`;
    return db
      .updateTable('conversation_mark')
      .set({
        message_id: sql<number>`case when ${isBefore} then ${id} else message_id end`,
        at: sql<number>`case when ${isBefore} then ${at} else at end`,
      })
      .where('conversation_id', '=', conversationId)
      .where('kind', '=', markKinds.asked)
      .where('since', '<=', at)
      .$if(isQuestion, one => one.where('since', '>', NOBODY_WAITS))
      .returning('kind');
  });
}

const moveQuestion = moveAsked(true);
const moveOther = moveAsked(false);

/** Records the first message of a conversation, a customer's. */
export async function noteFirst(work: Work, id: number, { id: messageId, created_at: at }: Place, isQuestion: boolean) {
  const since = isQuestion ? at : NOBODY_WAITS;
  const marks = await mark(work.db, id, since, await dueOf(work, id, since), at, messageId);
  await moveWaiting(work, [], marks.filter(isWaitedFor));
}

/**
 * Records a customer's new message, which waits for an answer if it is a question and not automatic; earlier messages
 * need not be checked again.
 */
export async function noteAsked(
  work: Work,
  conversationId: number,
  { id, created_at: at }: Place,
  isQuestion: boolean,
): Promise<void> {
  const moved = await (isQuestion ? moveQuestion : moveOther)(work.db, conversationId, id, at);
  // No floor is above a message that is new.
  if (moved.length === 0) await markAgain(work, [conversationId]);
}
