import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Via } from '../../contract/history.ts';
import type { Db, Row } from '../database/tables.ts';
import { notFound } from './problem.ts';

/** The caller. An API key belongs to the help center itself: it sees everything and is not an agent. */
export interface Caller {
  readonly kind: 'agent' | 'key' | 'nobody';
  /** Null for an API key and for an anonymous caller. */
  readonly agentId: number | null;
  /** An admin or an API key. */
  readonly seesAll: boolean;
  /** Null for a key that is not stored. */
  readonly tokenId: number | null;
  /** The same for all tokens of one agent; cursors and idempotency keys are bound to it. */
  readonly key: string;
  readonly name: string;
  /** The way by which its request came; absent if it does not say. */
  readonly via?: Via;
}

/** The same for every request with one token, different for each token. */
export function tokenNameOf({ tokenId, key }: Caller): string {
  return tokenId === null ? key : `token:${tokenId}`;
}

/** The caller of an endpoint that anyone may call. */
export const nobody: Caller = { kind: 'nobody', agentId: null, seesAll: false, tokenId: null, key: 'nobody', name: '' };

/** An agent by its id, or by a column that has it. */
type AgentRef = number | null | RawBuilder<unknown>;

/** A subquery: the inboxes that list the agent or one of its teams. */
export function inboxIdsOf(agentId: AgentRef): RawBuilder<number> {
  return sql<number>`(
  select inbox_id from inbox_agent where agent_id = ${agentId}
  union select inbox_team.inbox_id from inbox_team
  join team_agent on team_agent.team_id = inbox_team.team_id where team_agent.agent_id = ${agentId})`;
}

/** True for rows of `inbox` that the caller may see. */
export function seesInbox(caller: Caller): RawBuilder<SqlBool> {
  return caller.seesAll ? sql<SqlBool>`1 = 1` : sql<SqlBool>`inbox.id in ${inboxIdsOf(caller.agentId)}`;
}

/** The value of `conversation.place` for an erased one, which no caller sees. */
export const ERASED_PLACE = 8;

/**
 * True for rows of `conversation` that the caller may see: those of its inboxes, and of deleted inboxes those that it
 * is assigned to or had access to then. For one row or a few; in a list `visibleHomes` is faster.
 */
export function seesConversation(caller: {
  readonly seesAll: boolean;
  readonly agentId: AgentRef;
}): RawBuilder<SqlBool> {
  const isThere = sql<SqlBool>`conversation.place <> ${sql.lit(ERASED_PLACE)}`;
  return caller.seesAll
    ? isThere
    : sql<SqlBool>`(${isThere} and (conversation.inbox_id in ${inboxIdsOf(caller.agentId)}
      or conversation.inbox_id is null and (conversation.assign_to = ${caller.agentId}
        or conversation.home_id in (select inbox_id from former_access where agent_id = ${caller.agentId}))))`;
}

/**
 * The values of `conversation.home_id` that the caller sees, or undefined for all. In addition, an agent sees
 * conversations with `inbox_id` null that are assigned to it.
 */
export async function visibleHomes(db: Db, caller: Caller): Promise<number[] | undefined> {
  if (caller.seesAll) return undefined;
  const { rows } = await sql<{ inbox_id: number }>`select inbox_id from ${inboxIdsOf(caller.agentId)} as seen
    union select inbox_id from former_access where agent_id = ${caller.agentId} order by inbox_id`.execute(db);
  return rows.map(row => row.inbox_id);
}

/**
 * True for rows of `saved_reply` that the caller may see: its own, and the team's unless they are meant for inboxes that
 * it does not see. A key has none of its own.
 */
export function seesSavedReply(caller: Caller): RawBuilder<SqlBool> {
  const isTeams = sql<SqlBool>`saved_reply.owner_id is null`;
  if (caller.kind === 'key') return isTeams;
  const isOwn = sql<SqlBool>`saved_reply.owner_id = ${caller.agentId}`;
  if (caller.seesAll) return sql<SqlBool>`(${isOwn} or ${isTeams})`;
  const inboxes = sql`select 1 from saved_reply_inbox as meant where meant.saved_reply_id = saved_reply.id`;
  return sql<SqlBool>`(${isOwn} or ${isTeams} and (not exists (${inboxes})
    or exists (${inboxes} and meant.inbox_id in ${inboxIdsOf(caller.agentId)})))`;
}

/** The row with this id. 404 if it does not exist or `isSeen` excludes it. */
export async function requireSeen<Name extends 'inbox' | 'conversation' | 'contact' | 'attachment' | 'saved_reply'>(
  db: Db,
  table: Name,
  id: number,
  isSeen: RawBuilder<SqlBool>,
): Promise<Row<Name>> {
  const rows = db.selectFrom(table as 'inbox').selectAll();
  const found = await rows.where('id', '=', id).where(isSeen).executeTakeFirst();
  if (!found) throw notFound(table.replace('_', ' '));
  return found as unknown as Row<Name>;
}

/** The inbox; 404 if it does not exist or the caller may not see it. */
export function requireInbox(db: Db, caller: Caller, id: number): Promise<Row<'inbox'>> {
  return requireSeen(db, 'inbox', id, seesInbox(caller));
}

/** The conversation; 404 if it does not exist or the caller may not see it. */
export function requireConversation(db: Db, caller: Caller, id: number): Promise<Row<'conversation'>> {
  return requireSeen(db, 'conversation', id, seesConversation(caller));
}
