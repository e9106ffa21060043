import { ConversationRow } from '../../../contract/conversation.ts';
import { InboxRow } from '../../../contract/inbox-answer.ts';
import type { Db } from '../../database/tables.ts';
import { type Caller, seesInbox } from '../access.ts';
import { readConversations } from '../conversation/read.ts';
import { cutTo } from '../cut-row.ts';
import { type InboxCounts, inboxCounts } from '../inbox/number.ts';
import { inboxAnswers } from '../inbox/read.ts';
import { seenConversations, type VisibleEvent } from './visible-event.ts';

interface CountedInbox extends InboxCounts {
  readonly id: number;
}

/** The counts of inboxes, as they are now; those that were deleted have none. */
async function countsOf(db: Db, ids: readonly number[]): Promise<CountedInbox[]> {
  if (ids.length === 0) return [];
  const rows = await db.selectFrom('inbox').select('id').where('id', 'in', ids).execute();
  const counts = await inboxCounts(db, ids);
  return rows.map(({ id }) => ({ id, ...counts(id) }));
}

/** Rows by their ids, as they are now. */
export interface EventRows {
  readonly inboxes: ReadonlyMap<number, object>;
  readonly conversations: ReadonlyMap<number, object>;
  readonly counts: ReadonlyMap<number, CountedInbox>;
}

/** The times that a list can be sorted by and its rows lack: whether a row belongs to a list, and where, is the reader's. */
const SORTED_BY = ['created_at', 'updated_at'];

/** The rows of at most this many inboxes and conversations are sent together; for others only the ids. */
const MAX_ROWS = 100;

function firstOf(ids: readonly number[]): number[] {
  return [...new Set(ids)].slice(0, MAX_ROWS);
}

async function conversationRows(db: Db, caller: Caller, ids: readonly number[]) {
  // A conversation that has just moved out of the caller's sight is sent by its id alone.
  const seen = await seenConversations(db, caller, ids);
  const found = await readConversations(db, caller, [...seen]);
  const cut = cutTo(ConversationRow, SORTED_BY);
  return new Map(found.map(one => [one.id, cut(one)]));
}

async function inboxRows(db: Db, caller: Caller, ids: readonly number[]) {
  if (ids.length === 0) return new Map<number, object>();
  const rows = await db.selectFrom('inbox').selectAll().where('id', 'in', ids).where(seesInbox(caller)).execute();
  const cut = cutTo(InboxRow);
  return new Map((await inboxAnswers(db, caller, rows)).map(one => [one.id, cut(one)]));
}

/** The rows for some events, as far as the caller sees them. */
export async function readEventRows(db: Db, caller: Caller, told: readonly VisibleEvent[]): Promise<EventRows> {
  return {
    inboxes: await inboxRows(db, caller, firstOf(told.flatMap(({ inboxes }) => inboxes))),
    conversations: await conversationRows(
      db,
      caller,
      firstOf(told.flatMap(({ rowsOf, versions }) => [...rowsOf, ...versions.map(([id]) => id)])),
    ),
    counts: new Map((await countsOf(db, firstOf(told.flatMap(({ homes }) => homes)))).map(one => [one.id, one])),
  };
}
