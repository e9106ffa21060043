import { type RawBuilder, sql } from 'kysely';
import { insertRow } from '../../database/rows.ts';
import type { Db } from '../../database/tables.ts';
import { type Actor, record } from '../history.ts';
import type { Work } from '../work.ts';
import { CLOSED_STATUS_ID } from './place.ts';
import { type ConversationRecord, lockConversations, writeConversations } from './row.ts';

const DAY_MS = 86_400_000;

/** A subquery: the conversations that go on from this one, and the one that it goes on from, with blanks between. */
export const linkedIds: RawBuilder<string | null> = sql`(select string_agg(cast(
    case when link.conversation_id = conversation.id then link.former_id else link.conversation_id end as text), ' ')
  from conversation_continued as link
  where link.conversation_id = conversation.id or link.former_id = conversation.id)`;

/** All conversations that go on from any of these, directly or not. */
export async function continuing({ db }: { readonly db: Db }, ids: readonly number[]): Promise<number[]> {
  if (ids.length === 0) return [];
  const { rows } = await sql<{ id: number }>`with recursive later(id) as (
      select conversation_id from conversation_continued where former_id in (${sql.join(ids)})
      union select link.conversation_id from conversation_continued as link join later on link.former_id = later.id)
    select id from later`.execute(db);
  return rows.map(row => row.id);
}

async function isClosedFor({ db, now }: Work, { id, status_id }: ConversationRecord, days: number): Promise<boolean> {
  if (days === 0 || status_id !== CLOSED_STATUS_ID) return false;
  const spans = db.selectFrom('conversation_span').where('conversation_id', '=', id);
  const { at } = await spans.select(({ fn }) => fn.max('closed_at').as('at')).executeTakeFirstOrThrow();
  return at !== null && Number(at) <= now - days * DAY_MS;
}

/** The conversation that a customer's answer to another one reaches. */
export interface Reached {
  readonly id: number;
  readonly inboxId: number | null;
  /** It was closed for longer than the setting allows: the answer opens a new one. */
  readonly isOver: boolean;
}

/**
 * Finds the conversation that a contact's answer reaches: the one that is answered, or what goes on from it with the same
 * requester. None is over for 0 days.
 */
export async function reachedBy(work: Work, answered: number, contactId: number, days: number): Promise<Reached> {
  for (let id = answered; ; ) {
    const [row] = (await lockConversations(work, [id])) as [ConversationRecord];
    if (!(await isClosedFor(work, row, days))) return { id, inboxId: row.inbox_id, isOver: false };
    const next = await work.db
      .selectFrom('conversation_continued as link')
      .innerJoin('conversation as c', 'c.id', 'link.conversation_id')
      .select('c.id')
      .where('link.former_id', '=', id)
      .where('c.requester_id', '=', contactId)
      .where('c.merged_into', 'is', null)
      .orderBy('c.id', 'desc')
      .executeTakeFirst();
    if (!next) return { id, inboxId: row.inbox_id, isOver: true };
    id = next.id;
  }
}

/** Records that a conversation goes on from another one; the history of both says so. */
export async function continueFrom(work: Work, formerId: number, id: number, actor: Actor): Promise<void> {
  await insertRow(work.db, 'conversation_continued', { conversation_id: id, former_id: formerId });
  const rows = await lockConversations(work, [formerId, id]);
  await writeConversations(
    work,
    rows.map(before => ({ before, patch: {} })),
    actor,
  );
  const happened = [
    [formerId, { continued_in: { from: null, to: id } }],
    [id, { continues: { from: null, to: formerId } }],
  ] as const;
  await record(
    work,
    happened.map(([conversationId, changes]) => ({ conversationId, event: 'conversation.continued', changes })),
    actor,
  );
}
