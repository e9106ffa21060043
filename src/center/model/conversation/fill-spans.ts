import { sql } from 'kysely';
import { chunks } from '../../database/statement.ts';
import type { Db, NewRow, Row } from '../../database/tables.ts';
import { rowIds } from '../rows.ts';
import { keepSetting, readSetting } from '../setting.ts';
import type { Work } from '../work.ts';
import { CLOSED_STATUS_ID, places } from './place.ts';
import { firstSpan, isCountedOpen, refreshAnswered, TAKEN_BACK_MS } from './span.ts';

type Span = NewRow<'conversation_span'>;
type Unfilled = Awaited<ReturnType<typeof unfilled>>[number];
type SpanEvent = Pick<Row<'history'>, 'conversation_id' | 'event' | 'agent_id' | 'changes' | 'created_at'>;

/** The status and archive after an entry of the history; absent if it does not concern them. */
interface State {
  readonly status_id?: number;
  readonly isArchived?: boolean;
}

const events = ['conversation.created', 'status.updated', 'conversation.archived', 'conversation.restored'] as const;

function stateIn({ event, changes }: SpanEvent, end: 'from' | 'to'): State {
  const { conversation_status_id: status, archived } = JSON.parse(changes);
  if (event === 'conversation.archived' || event === 'conversation.restored') return { isArchived: archived[end] };
  return status?.[end] == null ? {} : { status_id: status[end] };
}

/** Applies the effect of `moveSpans` to the spans of one conversation, without the database. */
function move(
  spans: Span[],
  opens: boolean,
  { agent_id: agent, created_at: at }: Pick<SpanEvent, 'agent_id' | 'created_at'>,
) {
  const last = spans.at(-1)!;
  const since = at - TAKEN_BACK_MS;
  if (opens && agent !== null && last.closed_by === agent && last.closed_at! > since)
    Object.assign(last, { closed_at: null, closed_by: null });
  else if (opens)
    spans.push({ ...last, number: last.number + 1, opened_at: at, opened_by: agent, closed_at: null, closed_by: null });
  else if (last.number > 0 && agent !== null && last.opened_by === agent && last.opened_at > since) spans.pop();
  else Object.assign(last, { closed_at: Math.max(at, last.opened_at), closed_by: agent });
}

/** The spans of a conversation, by its history in order; its row has the last word. */
function spansOf(row: Unfilled, entries: readonly SpanEvent[]): Span[] {
  const created = entries.find(({ event }) => event === 'conversation.created');
  const former = entries.find(({ event }) => event === 'status.updated');
  const state: { -readonly [Name in keyof State]: State[Name] } = {
    status_id: row.status_id,
    ...(former && stateIn(former, 'from')),
    ...(created && stateIn(created, 'to')),
  };
  const opens = () => state.status_id !== CLOSED_STATUS_ID && !state.isArchived;
  const beginning = { ...row, status_id: state.status_id!, place: places.listed };
  const spans = [firstSpan(beginning, created?.agent_id ?? null)];
  const isLastOpen = () => spans.at(-1)!.closed_at === null;
  for (const entry of entries) {
    if (entry !== created) Object.assign(state, stateIn(entry, 'to'));
    if (opens() !== isLastOpen()) move(spans, opens(), entry);
  }
  if (isCountedOpen(row) !== isLastOpen())
    move(spans, isCountedOpen(row), { agent_id: null, created_at: row.updated_at });
  spans[0]!.opened_at = row.came_at;
  return spans;
}

/** Those of these conversations that the numbers count and that have no spans: none from an archive. */
function unfilled(db: Db, ids: readonly number[]) {
  return db
    .selectFrom('conversation as c')
    .select(['id', 'status_id', 'place', 'merged_into', 'home_id', 'assign_key', 'created_at', 'updated_at'])
    .select(sql<number>`(select min(created_at) from conversation where id = c.id or merged_into = c.id)`.as('came_at'))
    .where('id', 'in', ids)
    .where('merged_into', 'is', null)
    .where(sql<boolean>`not exists (select 1 from conversation_span as s where s.conversation_id = c.id)`)
    .where(sql<boolean>`not exists (select 1 from mail join message as m on m.id = mail.message_id
      where mail.conversation_id = c.id and mail.from_archive = 1 and m.created_at < c.created_at + 1000)`)
    .execute();
}

/** Finds the spans of conversations without any in their history: of old ones, and of those written without a hand. */
export async function fillSpans(work: Work, all: readonly number[]): Promise<void> {
  for (const piece of chunks(all)) {
    const rows = await unfilled(work.db, piece);
    if (rows.length === 0) continue;
    const entries = await work.db
      .selectFrom('history')
      .select(['conversation_id', 'event', 'agent_id', 'changes', 'created_at'])
      .where('conversation_id', 'in', rowIds(rows))
      .where('event', 'in', events)
      .orderBy('id')
      .execute();
    const byConversation = Map.groupBy(entries, one => one.conversation_id);
    const spans = rows.flatMap(row => spansOf(row, byConversation.get(row.id) ?? []));
    for (const some of chunks(spans))
      await work.db
        .insertInto('conversation_span')
        .values(some)
        .onConflict(conflict => conflict.doNothing())
        .execute();
    await refreshAnswered(work, rowIds(rows));
  }
}

/** The spans of conversations up to this one are missing; 0 if none are. */
export async function unfilledUpTo(db: Db): Promise<number> {
  return Number((await readSetting(db, 'numbers_unfilled')) ?? 0);
}

/** Fills in these conversations of an old database, and records that only older ones are left. */
export async function fillSome(work: Work, ids: readonly number[]): Promise<void> {
  await fillSpans(work, ids);
  const older = work.db.selectFrom('conversation').select(({ fn }) => fn.max('id').as('id'));
  const next = await older.where('id', '<', Math.min(...ids)).executeTakeFirst();
  const left = Math.min(await unfilledUpTo(work.db), next?.id ?? 0);
  await keepSetting(work, 'numbers_unfilled', String(left));
}
