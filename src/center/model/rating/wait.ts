import { sql } from 'kysely';
import { chunks } from '../../database/chunks.ts';
import type { Db } from '../../database/tables.ts';
import { CLOSED_STATUS_ID } from '../conversation/mark.ts';
import type { Work } from '../work.ts';

/**
 * Records that conversations were closed now, if their customers may be asked for a rating: later, when it is certain
 * that the agent's answer was sent and that nobody has opened them again. One that was closed before begins to wait
 * anew.
 */
export async function awaitRatings(work: Work, ids: readonly number[]): Promise<void> {
  for (const piece of chunks(ids))
    await sql`insert into rating_wait (conversation_id, since)
      select c.id, ${work.now} from conversation as c join inbox on inbox.id = c.inbox_id
      where c.id in (${sql.join(piece)}) and c.status_id = ${sql.lit(CLOSED_STATUS_ID)} and c.disable_rating = 0
        and inbox.send_rating_request = 1 and inbox.kind != 'spam' and c.requester_id is not null
        and exists (select 1 from message join message_delivery as delivery on delivery.message_id = message.id
          where message.conversation_id = c.id and message.kind = 'agent' and delivery.state != 'failed')
      on conflict (conversation_id) do update set since = excluded.since`.execute(work.db);
}

/** Ends the waiting of a conversation. Returns false if it does not wait. */
export async function endWaiting({ db }: Work, conversationId: number): Promise<boolean> {
  const ended = await db
    .deleteFrom('rating_wait')
    .where('conversation_id', '=', conversationId)
    .returning('conversation_id')
    .executeTakeFirst();
  return ended !== undefined;
}

/** Begins the waiting of a conversation anew. */
export async function waitOn({ db, now }: Work, conversationId: number): Promise<void> {
  await db.insertInto('rating_wait').values({ conversation_id: conversationId, since: now }).execute();
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
