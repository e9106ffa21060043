import { sql } from 'kysely';
import type { DatabaseKind } from '../../database/migrations/columns.ts';
import { prepare, prepareEach, prepareInsert, prepareList } from '../../database/prepare.ts';
import { deleteRows } from '../../database/rows.ts';
import { chunks, updating } from '../../database/statement.ts';
import type { Db, NewRow, Row } from '../../database/tables.ts';
import { rowIds } from '../rows.ts';
import type { Work } from '../work.ts';
import { dueIn } from './due.ts';
import { CLOSED_STATUS_ID, isArchived } from './place.ts';

/** The columns of a conversation that its spans depend on. */
export type Spanned = Pick<
  Row<'conversation'>,
  'id' | 'status_id' | 'place' | 'merged_into' | 'home_id' | 'assign_key' | 'created_at'
>;

/** Whether the numbers count a conversation as open: neither closed nor archived. */
export function isCountedOpen(row: Pick<Spanned, 'status_id' | 'place'>): boolean {
  return row.status_id !== CLOSED_STATUS_ID && !isArchived(row);
}

/**
 * How long an agent can take a closing or a reopening back, in milliseconds: as if neither had happened. Undo does it,
 * and so does a hand that slipped.
 */
export const TAKEN_BACK_MS = 10 * 60_000;

/** The first span of a conversation that comes now; without a caller's agent, `agentId` is null. */
export function firstSpan(row: Spanned, agentId: number | null): NewRow<'conversation_span'> {
  const { id: conversation_id, created_at, home_id, assign_key } = row;
  const closed = isCountedOpen(row)
    ? { closed_at: null, closed_by: null }
    : { closed_at: created_at, closed_by: agentId };
  return { conversation_id, number: 0, opened_at: created_at, opened_by: agentId, ...closed, home_id, assign_key };
}

const made = ['opened_at', 'opened_by', 'closed_at', 'closed_by', 'home_id', 'assign_key'] as const;
const insertSpan = prepareInsert('conversation_span', ['conversation_id', 'number', ...made]);

/** Records that a conversation came, in the transaction that makes it. */
export async function openSpan({ db }: Work, row: Spanned, agentId: number | null): Promise<void> {
  await insertSpan(db, firstSpan(row, agentId));
}

const isLast = sql<boolean>`number = (select max(number) from conversation_span as other
  where other.conversation_id = conversation_span.conversation_id)`;

/** Opens those again that the agent closed a moment ago. */
const takeClosingBack = prepareList(2, (db, ids: readonly number[], agentId: number, after: number) =>
  db
    .updateTable('conversation_span')
    .set({ closed_at: null, closed_by: null })
    .where('conversation_id', 'in', ids)
    .where('closed_by', '=', agentId)
    .where('closed_at', '>', after)
    .where(isLast)
    .returning('conversation_id'),
);

/** Opens a span behind the last one, unless that is open; an imported conversation has none. */
const reopen = prepareList(
  2,
  (_db, ids: readonly number[], at: number, agentId: number | null) =>
    sql<never>`insert into conversation_span (conversation_id, number, opened_at, opened_by, home_id, assign_key)
      select conversation_id, number + 1, cast(${at} as bigint), cast(${agentId} as bigint), home_id, assign_key
      from conversation_span where conversation_id in (${sql.join(ids)}) and closed_at is not null and ${isLast}`,
);

async function openAgain({ db, now }: Work, ids: readonly number[], agentId: number | null): Promise<void> {
  const back = agentId === null ? [] : await takeClosingBack(db, ids, agentId, now - TAKEN_BACK_MS);
  if (back.length < ids.length) await reopen(db, ids, now, agentId);
}

const closed = prepareEach(kind =>
  prepareList(
    2,
    (_db, ids: readonly number[], at: number, agentId: number | null) =>
      sql<Closed>`${updating(kind as DatabaseKind)} conversation_span
        set closed_at = case when opened_at > ${at} then opened_at else cast(${at} as bigint) end, closed_by = ${agentId}
        where conversation_id in (${sql.join(ids)}) and closed_at is null
        returning conversation_id, number, opened_by, opened_at`,
  ),
);

type Closed = Pick<Row<'conversation_span'>, 'conversation_id' | 'number' | 'opened_by' | 'opened_at'>;

/** Closes them, and forgets the spans that the agent opened by hand a moment ago. */
async function closeAll({ db, now, kind }: Work, ids: readonly number[], agentId: number | null): Promise<void> {
  for (const { conversation_id, number, opened_by, opened_at } of await closed(kind)(db, ids, now, agentId))
    if (number > 0 && agentId !== null && opened_by === agentId && opened_at > now - TAKEN_BACK_MS)
      await deleteRows(db, 'conversation_span', { conversation_id, number });
}

const setOwners = prepareEach(kind =>
  prepareList(
    2,
    (_db, ids: readonly number[], homeId: number, assignee: number) =>
      sql<never>`${updating(kind as DatabaseKind)} conversation_span set home_id = ${homeId}, assign_key = ${assignee}
        where conversation_id in (${sql.join(ids)})`,
  ),
);

/** Spans have copies of their conversation's inbox and assignee. */
async function followOwners(work: Work, changes: readonly (readonly [before: Spanned, after: Spanned])[]) {
  const moved = changes.flatMap(([was, is]) =>
    was.home_id === is.home_id && was.assign_key === is.assign_key ? [] : [is],
  );
  for (const alike of Map.groupBy(moved, one => `${one.home_id} ${one.assign_key}`).values())
    for (const ids of chunks(rowIds(alike)))
      await setOwners(work.kind)(work.db, ids, alike[0]!.home_id, alike[0]!.assign_key);
}

/**
 * Keeps the spans up with a write: pass each conversation as it was and as it is, and the agent, or null. One that is
 * merged away leaves the numbers.
 */
export async function moveSpans(
  work: Work,
  changes: readonly (readonly [before: Spanned, after: Spanned])[],
  agentId: number | null,
): Promise<void> {
  const those = (isMoved: (before: Spanned, after: Spanned) => boolean) =>
    chunks(rowIds(changes.filter(one => isMoved(...one)).map(([, after]) => after)));
  await followOwners(work, changes);
  for (const ids of those((was, is) => was.merged_into === null && is.merged_into !== null))
    await deleteRows(work.db, 'conversation_span', { conversation_id: ids });
  for (const ids of those((was, is) => !isCountedOpen(was) && isCountedOpen(is))) await openAgain(work, ids, agentId);
  for (const ids of those((was, is) => isCountedOpen(was) && !isCountedOpen(is))) await closeAll(work, ids, agentId);
}

/** A conversation that others are merged into came when the oldest of them did; before these leave the numbers. */
export async function comeWithOldest({ db }: Work, target: number, sources: readonly number[]): Promise<void> {
  await sql`update conversation_span set opened_at = (select min(one.opened_at) from conversation_span as one
    where one.conversation_id in (${sql.join([target, ...sources])}) and one.number = 0)
    where conversation_id = ${target} and number = 0`.execute(db);
}

/** The first message of an agent that reached the customer: no machine's, to no third party, from no archive. */
const answer = sql`select coalesce(d.at, m.created_at), m.agent_id from message as m
  left join message_delivery as d on d.message_id = m.id
  where m.conversation_id = conversation_span.conversation_id and m.kind = 'agent' and m.automatic = 0 and m.side = 0
    and (d.state is null or d.state = 'sent') and coalesce(d.at, m.created_at) >= conversation_span.opened_at
    and not exists (select 1 from mail where mail.message_id = m.id and mail.from_archive = 1)
  order by 1, m.id limit 1`;

const setAnswered = prepareList(
  0,
  (_db, ids: readonly number[]) => sql<Answered>`update conversation_span set in_time = null,
    (answered_at, answered_by) = (${answer}) where conversation_id in (${sql.join(ids)}) and number = 0
    returning conversation_id, home_id, opened_at, answered_at`,
);

type Answered = Pick<Row<'conversation_span'>, 'conversation_id' | 'home_id' | 'opened_at' | 'answered_at'>;

const setInTime = prepare(2, (db: Db, id: number, isInTime: number) =>
  db
    .updateTable('conversation_span')
    .set({ in_time: isInTime })
    .where('conversation_id', '=', id)
    .where('number', '=', 0),
);

/** Finds the first answer of each conversation again, after a write of its messages or of their deliveries. */
export async function refreshAnswered({ db }: Work, ids: readonly number[]): Promise<void> {
  for (const piece of chunks(ids))
    for (const { conversation_id, home_id, opened_at, answered_at } of await setAnswered(db, piece)) {
      const due = answered_at === null ? null : (await dueIn(db, home_id))(Number(opened_at));
      if (due !== null) await setInTime(db, conversation_id, Number(answered_at! <= due));
    }
}
