import { sql } from 'kysely';
import { searchDialects } from '../../database/search.ts';
import { chunks, updating } from '../../database/statement.ts';
import type { Row } from '../../database/tables.ts';
import { clearAsked } from '../conversation/awaiting.ts';
import { fillSpans } from '../conversation/fill-spans.ts';
import { CLOSED_STATUS_ID, places } from '../conversation/place.ts';
import { type ConversationPatch, type ConversationRecord, writeConversations } from '../conversation/row.ts';
import { withoutSnooze } from '../conversation/snooze.ts';
import { mailActor } from '../history.ts';
import { forgetAnswers } from '../kept-answer.ts';
import { removeMessages, removeNoteTexts } from '../message/remove-texts.ts';
import { rowIds } from '../rows.ts';
import type { Work } from '../work.ts';
import { deletedWithConversation } from './column-policy.ts';
import { erasureKeys, keepErasedMails } from './keys.ts';
import { EVENTS_WITH_WORDS } from './texts.ts';

/** How many messages one transaction deletes: other writers wait for it. */
const MESSAGES_AT_ONCE = 100;

/** Deletes the mails of conversations, or of messages, and keeps their keyed hashes. */
export async function eraseMails(
  work: Work,
  erasureId: number,
  column: 'conversation_id' | 'message_id',
  ids: readonly number[],
): Promise<void> {
  const keys = await erasureKeys(work.db);
  for (const some of chunks(ids)) {
    const rows = await work.db
      .deleteFrom('mail')
      .where(column, 'in', some)
      .returning(['source_hash', 'message_key'])
      .execute();
    for (const piece of chunks(rows)) {
      const hashes = piece.map(row => keys.mail({ identity: row.source_hash, messageId: row.message_key }));
      await keepErasedMails(work.db, erasureId, hashes);
      const sources = piece.map(row => row.source_hash);
      await work.db.deleteFrom('mail_source').where('source_hash', 'in', sources).execute();
    }
  }
}

/** The fields of history that hold words. */
const WORDS_IN_HISTORY = ['title', 'reason'] as const;

async function eraseWordsOfHistory({ db, kind }: Work, ids: readonly number[]): Promise<void> {
  const rows = await db
    .selectFrom('history')
    .select(['id', 'changes'])
    .where('conversation_id', 'in', ids)
    .where('event', 'in', EVENTS_WITH_WORDS)
    .execute();
  if (rows.length === 0) return;
  const left = rows.map(({ id, changes }) => {
    const without = JSON.parse(changes);
    for (const field of WORDS_IN_HISTORY) delete without[field];
    return sql`(cast(${id} as bigint), cast(${JSON.stringify(without)} as text))`;
  });
  await sql`${updating(kind)} history set changes = given.column2 from (values ${sql.join(left)}) as given
    where history.id = given.column1`.execute(db);
}

function emptied(row: ConversationRecord): ConversationPatch {
  return {
    ...withoutSnooze(row),
    title: '',
    // One that was merged away keeps the notice of where it went.
    ...(row.merged_into === null ? { preview: '', message_count: 0 } : {}),
    requester_id: null,
    note_count: 0,
    delivery_failed: 0,
    status_id: CLOSED_STATUS_ID,
    place: places.erased,
  };
}

async function finish(work: Work, erasureId: number, rows: readonly ConversationRecord[]): Promise<void> {
  const { db } = work;
  const ids = rowIds(rows);
  await removeNoteTexts(work, ids);
  await db.updateTable('review').set({ comment: '', contact_id: null }).where('conversation_id', 'in', ids).execute();
  await writeConversations(
    work,
    rows.map(before => ({ before, patch: emptied(before) })),
    mailActor(work),
  );
  await clearAsked(work, ids);
  await eraseMails(work, erasureId, 'conversation_id', ids);
  for (const table of deletedWithConversation)
    await sql`delete from ${sql.table(table)} where conversation_id in (${sql.join(ids)})`.execute(db);
  await eraseWordsOfHistory(work, ids);
  await forgetAnswers(work.db, ids);
  for (const id of ids) await searchDialects[work.kind].clear(db, id);
}

/**
 * Empties conversations of one person alone: numbers still count them, and no caller sees them. An open one is closed.
 * Long ones take several calls; returns the ids of those that are done.
 */
export async function emptyConversations(
  work: Work,
  { id: erasureId }: Pick<Row<'erasure'>, 'id'>,
  rows: readonly ConversationRecord[],
): Promise<number[]> {
  const ids = rowIds(rows);
  // Of an old database, the numbers are found in the messages.
  await fillSpans(work, ids);
  const messages = work.db.selectFrom('message').where('conversation_id', 'in', ids).where('event', 'is', null);
  const first = await messages.select('id').orderBy('conversation_id').orderBy('id').limit(MESSAGES_AT_ONCE).execute();
  if (first.length > 0) await removeMessages(work, ids, rowIds(first));
  const left = await messages.select('conversation_id as id').distinct().execute();
  const done = rows.filter(({ id }) => !left.some(one => one.id === id));
  if (done.length > 0) await finish(work, erasureId, done);
  return rowIds(done);
}
