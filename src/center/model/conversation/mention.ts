import { type RawBuilder, sql } from 'kysely';
import { chunks } from '../../database/statement.ts';
import type { Work } from '../work.ts';
import { FIRST_WOKEN_KIND } from './snooze.ts';

/** The kind of the mark of conversations in which a note calls this agent: below those of `markKinds`. */
export function mentionKind(agentId: number): number {
  return -agentId;
}

/** The same in SQL; nothing has the kind of no agent. */
export function mentionKindIn(agentId: number | null): RawBuilder<number> {
  return sql<number>`(0 - ${agentId})`;
}

/** Whom the notes of these conversations call, and since when. */
function called(ids: readonly number[]) {
  return sql`select note.conversation_id, -named.agent_id as kind, max(note.created_at) as since
    from note join note_mention as named on named.note_id = note.id
    where note.conversation_id in (${sql.join(ids)}) group by note.conversation_id, named.agent_id`;
}

/**
 * Determines again whom the notes of these conversations call: needed after notes were added, changed, moved or deleted.
 * A mark's `since` is the time of the newest such note until that agent reads the conversation, then 0.
 */
export async function refreshMentions(work: Work, ids: readonly number[]): Promise<void> {
  for (const piece of chunks(ids)) {
    await sql`delete from conversation_mark where conversation_id in (${sql.join(piece)})
      and kind < 0 and kind > ${sql.lit(FIRST_WOKEN_KIND)}
      and (conversation_id, kind) not in (select conversation_id, kind from (${called(piece)}) as called)`.execute(
      work.db,
    );
    await sql`insert into conversation_mark
        (conversation_id, kind, since, shelf, status_id, home_id, assign_key, last_message_at)
      select c.id, called.kind, called.since, c.shelf, c.status_id, c.home_id, c.assign_key, c.last_message_at
      from (${called(piece)}) as called join conversation as c on c.id = called.conversation_id where true
      on conflict (conversation_id, kind) do nothing`.execute(work.db);
  }
}

interface Mentioning {
  readonly conversationId: number;
  readonly noteId: number;
  /** Null: it was long ago, and calls nobody now. */
  readonly now: number | null;
}

/** Calls these agents by a note: their desks ring. Those whom it called before are not called again. */
export async function mention(
  work: Work,
  { conversationId, noteId, now }: Mentioning,
  agentIds: readonly number[],
): Promise<void> {
  const before = await work.db.selectFrom('note_mention').select('agent_id').where('note_id', '=', noteId).execute();
  const known = new Set(before.map(row => row.agent_id));
  const wanted = new Set(agentIds);
  const fresh = [...wanted.difference(known)];
  if (fresh.length === 0 && known.isSubsetOf(wanted)) return;
  await work.db.deleteFrom('note_mention').where('note_id', '=', noteId).execute();
  const rows = [...wanted].map(agent_id => ({ note_id: noteId, agent_id }));
  if (rows.length > 0) await work.db.insertInto('note_mention').values(rows).execute();
  await refreshMentions(work, [conversationId]);
  for (const agentId of fresh) {
    await seen(work, conversationId, agentId, now ?? 0);
    if (now !== null) work.agentCalled(agentId, conversationId);
  }
}

async function seen({ db }: Work, conversationId: number, agentId: number, since: number) {
  return db
    .updateTable('conversation_mark')
    .set({ since })
    .where('conversation_id', '=', conversationId)
    .where('kind', '=', mentionKind(agentId))
    .where('since', '<>', since)
    .returning('kind')
    .execute();
}

/** The agent has read the conversation. Returns whether a note had called since. */
export async function noteMentionSeen(work: Work, conversationId: number, agentId: number): Promise<boolean> {
  return (await seen(work, conversationId, agentId, 0)).length > 0;
}
