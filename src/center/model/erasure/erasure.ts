import { sql } from 'kysely';
import { deleteRows, insertRow, rowWith, updateRows } from '../../database/rows.ts';
import { chunks } from '../../database/statement.ts';
import type { Db, Row } from '../../database/tables.ts';
import { ERASED_PLACE } from '../access.ts';
import type { Page } from '../listing/paging.ts';
import { listRows } from '../listing/rows.ts';
import { notFound } from '../problem.ts';
import { rowIds } from '../rows.ts';
import type { Work } from '../work.ts';
import { conversationsOfContact, sharedAmong } from './find.ts';
import { erasureKeys } from './keys.ts';
import { ERASED } from './scrub.ts';

type ErasedContact = Row<'contact'>;

/** Adds conversations to those that an erasure concerns. */
export async function addConversations({ db }: Work, erasureId: number, ids: readonly number[]): Promise<void> {
  for (const some of chunks(ids))
    await db
      .insertInto('erasure_conversation')
      .values(some.map(id => ({ erasure_id: erasureId, conversation_id: id, upto: 0, is_done: 0 as const })))
      .onConflict(conflict => conflict.doNothing())
      .execute();
}

/**
 * Begins to erase a contact. Its address is free at once, so a mail from it makes a new contact; `eraseStep` does the
 * rest in the background. Returns the contact's erasure if one is under way already.
 */
export async function beginErasure(work: Work, { id, name, email, email_key }: ErasedContact): Promise<Row<'erasure'>> {
  const { db, now } = work;
  const before = await rowWith(db, 'erasure', { contact_id: id, ended_at: null });
  if (before) return before;
  const keys = await erasureKeys(db);
  const ids = await conversationsOfContact(db, { id, email });
  const erasure = await insertRow(db, 'erasure', {
    contact_id: id,
    address_key: email === null ? '' : keys.address(email),
    email: email_key,
    name,
    begun_at: now,
    ended_at: null,
    cleared_at: null,
  });
  await addConversations(work, erasure.id, ids);
  await updateRows(db, 'contact', { id }, { name: ERASED, email: null, email_key: null });
  for (const table of ['contact_word', 'contact_note'] as const) await deleteRows(db, table, { contact_id: id });
  work.scheduleJob('erase', now);
  return erasure;
}

/** A contact's rows in the help center: the ids of its own and its shared conversations, and counts of the rest. */
export interface HoldingCounts {
  readonly alone: readonly number[];
  readonly shared: readonly number[];
  readonly messages: number;
  readonly notes: number;
  readonly files: number;
  readonly mails: number;
  readonly letters: number;
}

const NONE = 'select 0 as id where 1 = 0';

/** Counts the rows that an erasure of the contact would erase. Mere mentions are not counted. */
export async function holdingsOf(db: Db, contact: Pick<ErasedContact, 'id' | 'email'>): Promise<HoldingCounts> {
  const ids = await conversationsOfContact(db, contact);
  const isShared = await sharedAmong(db, ids, contact);
  const alone = ids.filter(id => !isShared.has(id));
  const those = alone.length > 0 ? sql.join(alone) : sql.raw(NONE);
  const own = sql`(conversation_id in (${those}) or contact_id = ${contact.id})`;
  const messages = sql`select id from message where ${own}`;
  const count = async (query: ReturnType<typeof sql>): Promise<number> => {
    const { rows } = await sql<{ n: number | string }>`select count(*) as n from (${query}) as counted`.execute(db);
    return Number(rows[0]!.n);
  };
  return {
    alone,
    shared: ids.filter(id => isShared.has(id)),
    messages: await count(messages),
    notes: await count(sql`select id from note where conversation_id in (${those})`),
    files: await count(sql`select attachment_id from message_attachment where message_id in (${messages})
      union select attachment_id from note_attachment where note_id in (select id from note where conversation_id in (${those}))`),
    mails: await count(sql`select id from mail where conversation_id in (${those}) or message_id in (${messages})`),
    letters: await count(sql`select id from outgoing where conversation_id in (${those}) and letter <> ''`),
  };
}

/** The id of the newest erasure that has ended; 0 if none has. */
export async function newestErasure(db: Db): Promise<number> {
  const row = await db
    .selectFrom('erasure')
    .select('id')
    .where('ended_at', 'is not', null)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.id ?? 0;
}

/** An erasure with the conversations that it concerns. */
export interface ListedErasure
  extends Pick<Row<'erasure'>, 'id' | 'contact_id' | 'begun_at' | 'ended_at' | 'cleared_at'> {
  readonly conversations: readonly { readonly id: number; readonly isGone: boolean; readonly isDone: boolean }[];
}

/** A page of the erasures. */
export async function erasuresOf(db: Db, page: Page) {
  const { rows, nextCursor } = await listRows(db, 'erasure', page);
  return { erasures: await withConversations(db, rows), nextCursor };
}

async function withConversations(db: Db, rows: readonly Row<'erasure'>[]): Promise<ListedErasure[]> {
  if (rows.length === 0) return [];
  const links = await db
    .selectFrom('erasure_conversation as link')
    .innerJoin('conversation', 'conversation.id', 'link.conversation_id')
    .select(['link.erasure_id', 'link.is_done', 'conversation.id', 'conversation.place'])
    .where('link.erasure_id', 'in', rowIds(rows))
    .orderBy('conversation.id')
    .execute();
  const byErasure = Map.groupBy(links, link => link.erasure_id);
  const shown = ({ id, place, is_done }: (typeof links)[number]) => {
    return { id, isGone: place === ERASED_PLACE, isDone: is_done === 1 };
  };
  return rows.map(row => ({ ...row, conversations: (byErasure.get(row.id) ?? []).map(shown) }));
}

/** Finds an erasure by its id. Throws `not_found` if it does not exist. */
export async function requireErasure(db: Db, id: number): Promise<ListedErasure> {
  const row = await rowWith(db, 'erasure', { id });
  if (!row) throw notFound('erasure');
  return (await withConversations(db, [row]))[0]!;
}
