import { sql } from 'kysely';
import { prepare } from '../../database/prepare.ts';
import type { Db } from '../../database/tables.ts';
import { refreshAsked } from '../conversation/awaiting.ts';
import { lockConversations, writeConversations } from '../conversation/row.ts';
import { wakeByNews } from '../conversation/wake.ts';
import type { Actor } from '../history.ts';
import type { Fault } from '../problem.ts';
import { milliseconds } from '../time.ts';
import type { Work } from '../work.ts';
import { setDelivery } from './delivery.ts';

/** A mail may be sent so long after it was written, in milliseconds. */
const MAX_AHEAD_MS = 366 * 86_400_000;
const MAX_NAME_LENGTH = 80;

/** The faults of the time at which a mail is to be sent. */
export function timeFaults(at: string | undefined, now: number): Fault[] {
  if (at === undefined) return [];
  if (milliseconds(at) <= now) return [['deliver_at', 'has passed: name a later time']];
  return milliseconds(at) > now + MAX_AHEAD_MS ? [['deliver_at', 'is more than a year ahead']] : [];
}

/** A new entry of a conversation and its author; both null for an API key. */
export interface NewEntry {
  readonly conversationId: number;
  readonly what: 'message' | 'note';
  readonly agentId: number | null;
  readonly contactId: number | null;
}

async function authorOf({ db }: Work, { agentId, contactId }: NewEntry): Promise<string> {
  const [table, id] = agentId === null ? (['contact', contactId] as const) : (['agent', agentId] as const);
  const row =
    id === null ? undefined : await db.selectFrom(table).select('name').where('id', '=', id).executeTakeFirst();
  return row?.name.slice(0, MAX_NAME_LENGTH) || 'Another';
}

const stop = prepare(2, (db: Db, conversationId: number, authorId: number) =>
  db
    .updateTable('outgoing')
    .set({ state: sql.lit('stopped' as const) })
    .where('state', '=', sql.lit('timed' as const))
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('message')
          .select('id')
          .whereRef('id', '=', 'outgoing.message_id')
          .where('conversation_id', '=', conversationId)
          .where(sql<boolean>`coalesce(agent_id, 0) <> ${authorId}`),
      ),
    )
    .returning('message_id'),
);

/**
 * Holds the mails of a conversation back whose time has not come, after another person than their author wrote: that
 * may change what they should say. Their authors' desks ring, and the conversation stands out until it is read.
 */
export async function stopTimed(work: Work, entry: NewEntry, actor: Actor): Promise<void> {
  const { conversationId, what, agentId } = entry;
  const stopped = await stop(work.db, conversationId, agentId ?? -1);
  if (stopped.length === 0) return;
  const ids = stopped.map(one => one.message_id!);
  const reason = `${await authorOf(work, entry)} wrote a ${what} before its time`;
  for (const id of ids) await setDelivery(work, id, { state: 'held', at: work.now, reason });
  const [before] = await lockConversations(work, [conversationId]);
  const [after] = await writeConversations(work, [{ before: before!, patch: { delivery_failed: 1 } }], actor);
  await wakeByNews(work, after!, actor);
  await refreshAsked(work, [conversationId]);
  const authors = await work.db.selectFrom('message').select('agent_id').distinct().where('id', 'in', ids).execute();
  for (const { agent_id: id } of authors) if (id !== null) work.agentCalled(id, conversationId);
}
