import { sql } from 'kysely';
import { deleteRows } from '../../database/rows.ts';
import { chunks } from '../../database/statement.ts';
import type { Work } from '../work.ts';
import { callKinds } from './call.ts';

/** The agents whom the notes of these conversations mention, and since when. */
function called(ids: readonly number[]) {
  return sql`select named.agent_id, note.conversation_id, max(note.created_at) as since
    from note join note_mention as named on named.note_id = note.id
    where note.conversation_id in (${sql.join(ids)}) group by note.conversation_id, named.agent_id`;
}

/**
 * Determines again whom the notes of these conversations call: needed after notes were added, changed, moved or deleted.
 * A call's `since` is the time of the newest such note until that agent reads the conversation, then 0.
 */
export async function refreshMentions(work: Work, ids: readonly number[]): Promise<void> {
  for (const piece of chunks(ids)) {
    await sql`delete from conversation_call where conversation_id in (${sql.join(piece)})
      and kind = ${sql.lit(callKinds.mention)}
      and (agent_id, conversation_id) not in (select agent_id, conversation_id from (${called(piece)}) as called)`.execute(
      work.db,
    );
    await sql`insert into conversation_call (agent_id, kind, conversation_id, since)
      select agent_id, ${sql.lit(callKinds.mention)}, conversation_id, since from (${called(piece)}) as called where true
      on conflict (agent_id, kind, conversation_id) do nothing`.execute(work.db);
  }
}

/**
 * A note no longer calls these agents: one whom other notes of the conversation call is called since the newest of these,
 * or not any more if it has read the conversation after that. Call it after `refreshMentions`.
 */
export async function takeCallsBack({ db }: Work, conversationId: number, agentIds: Iterable<number>): Promise<void> {
  for (const agentId of agentIds) {
    const left = sql`(select called.since from (${called([conversationId])}) as called where called.agent_id = ${agentId})`;
    await sql`update conversation_call set since = case when coalesce(read_at, 0) >= ${left} then 0 else ${left} end
      where conversation_id = ${conversationId} and agent_id = ${agentId} and kind = ${sql.lit(callKinds.mention)}
        and since > ${left}`.execute(db);
  }
}

interface Mentioning {
  readonly conversationId: number;
  readonly noteId: number;
  /** Null: it was long ago, and notifies no agent now. */
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
  await deleteRows(work.db, 'note_mention', { note_id: noteId });
  const rows = [...wanted].map(agent_id => ({ note_id: noteId, agent_id }));
  if (rows.length > 0) await work.db.insertInto('note_mention').values(rows).execute();
  await refreshMentions(work, [conversationId]);
  await takeCallsBack(work, conversationId, known.difference(wanted));
  for (const agentId of fresh) {
    await seen(work, conversationId, agentId, now ?? 0);
    if (now !== null) work.agentCalled(agentId, conversationId);
  }
}

async function seen({ db, now }: Work, conversationId: number, agentId: number, since: number) {
  return (
    db
      .updateTable('conversation_call')
      // When the agent last read a call is kept: the next call may be taken back.
      .set(since === 0 ? { since, read_at: now } : { since })
      .where('conversation_id', '=', conversationId)
      .where('agent_id', '=', agentId)
      .where('kind', '=', callKinds.mention)
      .where('since', '<>', since)
      .returning('kind')
      .execute()
  );
}

/** The agent has read the conversation. Returns whether a note had called since. */
export async function noteMentionSeen(work: Work, conversationId: number, agentId: number): Promise<boolean> {
  return (await seen(work, conversationId, agentId, 0)).length > 0;
}
