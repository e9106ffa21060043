import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Db } from '../../database/tables.ts';
import { type Caller, visibleHomes } from '../access.ts';
import { invalid } from '../problem.ts';
import type { Work } from '../work.ts';
import { noteFailureSeen } from './failure-seen.ts';
import { markKinds } from './mark.ts';
import type { ConversationRow } from './row.ts';

type Sql = RawBuilder<unknown>;

/**
 * An agent's reading state. All messages up to `floor` count as read, and all from before `since`; above the floor
 * `conversation_read` tells how far the agent has read each conversation.
 */
export interface Reader {
  readonly agentId: number;
  /** A message's id. */
  readonly floor: number;
  /** Milliseconds. */
  readonly since: number;
}

/** The caller's reading state; undefined for an API key, which has none. */
export async function readerOf(db: Db, { agentId }: Caller): Promise<Reader | undefined> {
  if (agentId === null) return undefined;
  const row = await db
    .selectFrom('agent')
    .select(['read_floor', 'read_since'])
    .where('id', '=', agentId)
    .executeTakeFirst();
  return row && { agentId, floor: row.read_floor, since: row.read_since };
}

/** True for a customer's last word under `alias` that the agent has not read. */
export function isUnread({ agentId, floor, since }: Reader, alias: string): RawBuilder<SqlBool> {
  const column = (name: string): Sql => sql.ref(`${alias}.${name}`);
  return sql<SqlBool>`${column('message_id')} > ${floor} and ${column('at')} > ${since}
    and not exists (select 1 from conversation_read as seen where seen.agent_id = ${agentId}
      and seen.conversation_id = ${column('conversation_id')}
      and (seen.at, seen.message_id) >= (${column('at')}, ${column('message_id')}))`;
}

/** The first unread message above the floor, among those that the agent sees. */
async function firstUnread(db: Db, caller: Caller, reader: Reader): Promise<number | undefined> {
  const homes = await visibleHomes(db, caller);
  if (homes?.length === 0) return undefined;
  const seen = homes ? sql` and k.home_id in (${sql.join(homes)})` : sql``;
  const { rows } = await sql<{ id: number }>`select k.message_id as id from conversation_mark as k
    where k.kind = ${sql.lit(markKinds.asked)}${seen} and ${isUnread(reader, 'k')}
    order by k.message_id limit 1`.execute(db);
  return rows[0]?.id;
}

async function newestMessage(db: Db): Promise<number> {
  const row = await db
    .selectFrom('message')
    .select(({ fn }) => fn.max('id').as('id'))
    .executeTakeFirst();
  return Number(row?.id ?? 0);
}

/** Raises the floor to the first unread message: read messages below it need no rows. */
async function raiseFloor(work: Work, caller: Caller): Promise<void> {
  const reader = (await readerOf(work.db, caller))!;
  const first = await firstUnread(work.db, caller, reader);
  const floor = first === undefined ? await newestMessage(work.db) : first - 1;
  if (floor <= reader.floor) return;
  await work.db.updateTable('agent').set({ read_floor: floor }).where('id', '=', reader.agentId).execute();
  await work.db
    .deleteFrom('conversation_read')
    .where('agent_id', '=', reader.agentId)
    .where('message_id', '<=', floor)
    .execute();
}

async function hasUnread(db: Db, reader: Reader, conversationId: number): Promise<boolean> {
  const { rows } = await sql`select 1 from conversation_mark as k where k.conversation_id = ${conversationId}
    and k.kind = ${sql.lit(markKinds.asked)} and ${isUnread(reader, 'k')}`.execute(db);
  return rows.length > 0;
}

/**
 * Records that an agent has read a conversation up to a message; earlier messages stay read. 422 if the conversation
 * has no such message. Only that agent's desks are told.
 */
export async function readUpTo(work: Work, caller: Caller, row: ConversationRow, messageId: number): Promise<void> {
  const { id: conversationId } = row;
  const reader = (await readerOf(work.db, caller))!;
  const message = await work.db
    .selectFrom('message')
    .select(['id', 'created_at'])
    .where('id', '=', messageId)
    .where('conversation_id', '=', conversationId)
    .executeTakeFirst();
  if (!message) throw invalid(['message_id', `conversation ${conversationId} has no message ${messageId}`]);
  await noteFailureSeen(work, caller, row);
  if (!(await hasUnread(work.db, reader, conversationId))) return;
  await sql`insert into conversation_read (agent_id, conversation_id, at, message_id)
    values (${reader.agentId}, ${conversationId}, ${message.created_at}, ${message.id})
    on conflict (agent_id, conversation_id) do update set at = excluded.at, message_id = excluded.message_id
    where (excluded.at, excluded.message_id) > (conversation_read.at, conversation_read.message_id)`.execute(work.db);
  if (await hasUnread(work.db, reader, conversationId)) return;
  work.conversationRead(reader.agentId, conversationId);
  await raiseFloor(work, caller);
}
