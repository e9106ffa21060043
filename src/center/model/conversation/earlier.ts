import { sql } from 'kysely';
import { type EarlierAnswer, MAX_EARLIER } from '../../../contract/earlier.ts';
import type { Db } from '../../database/tables.ts';
import { type Caller, seesConversation } from '../access.ts';
import { timestamp } from '../time.ts';
import { CLOSED_STATUS_ID, places } from './place.ts';

/** The earlier conversations of the same requester in one place, those with the newest messages first. */
function earlierIn(place: number, id: number, caller: Caller) {
  return sql`select * from (select id, last_message_at from conversation
    where requester_id = (select requester_id from conversation where id = ${id}) and place = ${sql.lit(place)}
      and id < ${id} and ${seesConversation(caller)}
    order by last_message_at desc limit ${sql.lit(MAX_EARLIER)}) as ${sql.ref(`of_${place}`)}`;
}

/** The earlier conversations of a conversation's requester that the caller sees; undefined if there are none. */
export async function earlierOf(db: Db, caller: Caller, id: number): Promise<EarlierAnswer | undefined> {
  const { rows } = await sql<{ id: number }>`select id from (${earlierIn(places.listed, id, caller)}
    union all ${earlierIn(places.archived, id, caller)}) as earlier order by last_message_at desc, id desc`.execute(db);
  const [newest] = rows;
  if (newest === undefined) return undefined;
  const last = await db
    .selectFrom('conversation as c')
    .innerJoin('conversation_status as status', 'status.id', 'c.status_id')
    .leftJoin('conversation_span as span', 'span.conversation_id', 'c.id')
    .where('c.id', '=', newest.id)
    .groupBy(['c.id', 'c.title', 'c.status_id', 'status.name'])
    .select(['c.id', 'c.title', 'c.status_id', 'status.name as status'])
    .select(({ fn }) => fn.max('span.closed_at').as('closed_at'))
    .executeTakeFirstOrThrow();
  const { status_id, closed_at, ...shown } = last;
  const isClosed = status_id === CLOSED_STATUS_ID && closed_at !== null;
  const count = Math.min(rows.length, MAX_EARLIER);
  return { count, last: { ...shown, ...(isClosed && { closed_at: timestamp(Number(closed_at)) }) } };
}
