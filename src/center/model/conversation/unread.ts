import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { deleteRows, rowWith, updateRows } from '../../database/rows.ts';
import type { Db } from '../../database/tables.ts';
import type { Caller } from '../access.ts';
import { invalid } from '../problem.ts';
import type { Work } from '../work.ts';
import { calledConversations } from './call.ts';
import { noteMentionSeen } from './mention.ts';
import type { ConversationRecord } from './row.ts';
import { keepUnread, noteWokenSeen } from './snooze.ts';

/** Whether an agent has the conversation and can still read it. */
async function isAnothers(work: Work, { assign_to: assignee }: ConversationRecord, agentId: number): Promise<boolean> {
  if (assignee === null || assignee === agentId) return false;
  return (await rowWith(work.db, 'agent', { id: assignee }))?.disabled === 0;
}

/**
 * Records that an agent has read a conversation after a mail of ours was not delivered: its assignee, or any agent if
 * it has none. All desks hear of it; it raises no version, because reading is not a change.
 */
async function noteFailureSeen(work: Work, { agentId }: Caller, row: ConversationRecord): Promise<void> {
  if (row.delivery_failed === 0 || agentId === null || (await isAnothers(work, row, agentId))) return;
  await updateRows(work.db, 'conversation', { id: row.id }, { delivery_failed: 0 });
  work.conversationChanged(row.id, row.home_id);
}

type Sql = RawBuilder<unknown>;

/**
 * An agent's reading state. `conversation_read` tells how far the agent has read each conversation. `floor` only spares
 * rows to look at: nothing up to this message's id is unread. It never goes below `read_first`, the newest message of
 * the time when the agent was made.
 */
export interface ReadState {
  readonly agentId: number;
  readonly floor: number;
  /** A conversation that was put off has come back to the agent, and is still unread. */
  readonly hasWoken: boolean;
}

/** The caller's reading state; undefined for an API key, which has none. */
export async function readerOf(db: Db, { agentId }: Caller): Promise<ReadState | undefined> {
  if (agentId === null) return undefined;
  const row = await db
    .selectFrom('agent')
    .select(['read_floor', sql<boolean | number>`exists ${calledConversations(agentId, 'back')}`.as('woken')])
    .where('id', '=', agentId)
    .executeTakeFirst();
  return row && { agentId, floor: row.read_floor, hasWoken: Boolean(row.woken) };
}

/** True for conversations under `alias` of which some may be unread. */
export function isAboveFloor({ floor }: ReadState, alias: string): RawBuilder<SqlBool> {
  return sql<SqlBool>`${sql.ref(`${alias}.asked_id`)} > ${floor}`;
}

/** True for conversations under `alias` with a customer's last word that the agent has not read. */
export function isUnread(reader: ReadState, alias: string): RawBuilder<SqlBool> {
  const { agentId } = reader;
  const column = (name: string): Sql => sql.ref(`${alias}.${name}`);
  return sql<SqlBool>`${isAboveFloor(reader, alias)} and not exists (select 1 from conversation_read as seen where seen.agent_id = ${agentId}
      and seen.conversation_id = ${column('id')}
      and (seen.at, seen.message_id) >= (${column('asked_at')}, ${column('asked_id')}))`;
}

/**
 * Raises the floor to the first unread message of all inboxes: which of them an agent sees may be another set tomorrow.
 * The rows below stay, because a last word comes back when its answer is taken back.
 */
async function raiseFloor({ db }: Work, reader: ReadState): Promise<void> {
  const unread = sql`select min(c.asked_id) - 1 from conversation as c where ${isUnread(reader, 'c')}`;
  await db
    .updateTable('agent')
    .set({ read_floor: sql<number>`coalesce((${unread}), (select max(id) from message))` })
    .where('id', '=', reader.agentId)
    .execute();
}

/** Lowers the floors, or one agent's, below a message that has come back as a last word: others may stand above it by now. */
export async function lowerFloors({ db }: Work, messageId: number, agentId?: number): Promise<void> {
  const below = messageId - 1;
  await db
    .updateTable('agent')
    .set({ read_floor: sql<number>`case when read_first > ${below} then read_first else ${below} end` })
    .where('read_floor', '>', below)
    .$if(agentId !== undefined, one => one.where('id', '=', agentId!))
    .execute();
}

async function hasUnread(db: Db, reader: ReadState, conversationId: number): Promise<boolean> {
  const { rows } =
    await sql`select 1 from conversation as c where c.id = ${conversationId} and ${isUnread(reader, 'c')}`.execute(db);
  return rows.length > 0;
}

/** The message up to which an agent has read; 422 if the conversation has no such message. */
async function messageToRead({ db }: Work, conversationId: number, messageId: number | undefined) {
  const message = await db
    .selectFrom('message')
    .select(['id', 'created_at'])
    .where('conversation_id', '=', conversationId)
    .$if(messageId !== undefined, one => one.where('id', '=', messageId!))
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (message || messageId === undefined) return message;
  throw invalid(['message_id', `conversation ${conversationId} has no message ${messageId}`]);
}

/**
 * Records that an agent has read a conversation up to a message, or all of it; earlier messages stay read. Only that
 * agent's desks hear of it.
 */
export async function readUpTo(
  work: Work,
  caller: Caller,
  row: ConversationRecord,
  messageId: number | undefined,
): Promise<void> {
  const { id: conversationId } = row;
  const reader = (await readerOf(work.db, caller))!;
  const message = await messageToRead(work, conversationId, messageId);
  await noteFailureSeen(work, caller, row);
  const wasWoken = reader.hasWoken && (await noteWokenSeen(work, conversationId, reader.agentId));
  const wasCalled = (await noteMentionSeen(work, conversationId, reader.agentId)) || wasWoken;
  if (wasCalled) work.conversationRead(reader.agentId, conversationId);
  if (message === undefined) return;
  const wasUnread = await hasUnread(work.db, reader, conversationId);
  // An answered question may be open again, when the answer is taken back.
  await sql`insert into conversation_read (agent_id, conversation_id, at, message_id)
    values (${reader.agentId}, ${conversationId}, ${message.created_at}, ${message.id})
    on conflict (agent_id, conversation_id) do update set at = excluded.at, message_id = excluded.message_id
    where (excluded.at, excluded.message_id) > (conversation_read.at, conversation_read.message_id)`.execute(work.db);
  if (!wasUnread || (await hasUnread(work.db, reader, conversationId))) return;
  if (!wasCalled) work.conversationRead(reader.agentId, conversationId);
  if (!work.concurrent) await raiseFloor(work, reader);
  // Others may be writing messages with lower ids. The floor may wait: it only spares rows to look at.
  else if (await work.concurrent.tryAlone()) await raiseFloor(work, (await readerOf(work.db, caller))!);
}

/**
 * Makes a conversation unread for an agent until the agent reads it, also if an agent wrote last. Only that agent's
 * desks hear of it. If a customer wrote last, it forgets the agent's reading: an answer makes it read for all.
 */
export async function readNothing(work: Work, caller: Caller, { id }: ConversationRecord): Promise<void> {
  const reader = (await readerOf(work.db, caller))!;
  if (await hasUnread(work.db, reader, id)) return;
  await forgetRead(work, reader, id);
  if (!(await hasUnread(work.db, reader, id))) await keepUnread(work, [id], sql.lit(reader.agentId));
  work.ownRowChanged(reader.agentId, id);
}

async function forgetRead(work: Work, { agentId }: ReadState, conversationId: number): Promise<void> {
  const row = await rowWith(work.db, 'conversation', { id: conversationId });
  // Last words of an archive name no message.
  if (row?.asked_id == null) return;
  await deleteRows(work.db, 'conversation_read', { agent_id: agentId, conversation_id: conversationId });
  await lowerFloors(work, row.asked_id, agentId);
}
