import { sql } from 'kysely';
import { chunks } from '../../database/chunks.ts';
import { prepare, prepareEach } from '../../database/prepare.ts';
import type { Db, Row } from '../../database/tables.ts';
import { type Caller, seesConversation } from '../access.ts';
import type { Actor } from '../history.ts';
import { moveCounts } from '../inbox/count.ts';
import { conflict, notFound } from '../problem.ts';
import type { Work } from '../work.ts';
import { copiedOf, copyColumns } from './copied-columns.ts';

/** A row of `conversation`. */
export type ConversationRow = Row<'conversation'>;

/** The columns that a write may set. */
export type ConversationPatch = Partial<
  Omit<ConversationRow, 'id' | 'version' | 'created_at' | 'updated_at' | 'shelf' | 'assign_key'>
>;

/** A conversation as it is, and what to set in it; an empty patch still counts as a change. */
export interface RowChange {
  readonly before: ConversationRow;
  readonly patch: ConversationPatch;
}

/** 409 for a write on a conversation that was merged away. */
export function mergedAway(row: Pick<ConversationRow, 'id' | 'merged_into'>) {
  return conflict(`Conversation ${row.id} was merged into ${row.merged_into}. Write to ${row.merged_into} instead.`, [
    { path: 'conversation_id', message: `${row.id} was merged into ${row.merged_into}` },
  ]);
}

const readOne = prepare(1, (db, id: number) => db.selectFrom('conversation').selectAll().where('id', '=', id));

/**
 * The conversations with these ids, in the order of their ids, held until the transaction ends. Those that are missing,
 * or that `caller` may not see, are left out.
 */
export async function lockConversations(
  work: Work,
  ids: readonly number[],
  caller?: Caller,
): Promise<ConversationRow[]> {
  if (ids.length === 0) return [];
  // SQLite has one writer at a time, who holds everything.
  if (work.kind === 'sqlite' && ids.length === 1 && (caller?.seesAll ?? true))
    return [...(await readOne(work.db, ids[0]!))];
  let select = work.db.selectFrom('conversation').selectAll().where('id', 'in', ids).orderBy('id');
  if (caller) select = select.where(seesConversation(caller));
  return (work.kind === 'postgres' ? select.forUpdate() : select).execute();
}

/** One conversation to write to, held; 404 where there is none that `caller` sees, 409 where it was merged away. */
export async function lockConversation(work: Work, id: number, caller?: Caller): Promise<ConversationRow> {
  const [found] = await lockConversations(work, [id], caller);
  if (!found) throw notFound('conversation');
  if (found.merged_into !== null) throw mergedAway(found);
  return found;
}

/**
 * A clock may be set back between a message and a merge that brings it: a conversation is never older than what it
 * holds.
 */
function changedAt(patch: ConversationPatch, actor: Actor): number {
  return Math.max(actor.now, patch.last_message_at ?? 0);
}

function applied({ before, patch }: RowChange, actor: Actor): ConversationRow {
  const after = { ...before, ...patch, version: before.version + 1 };
  return {
    ...after,
    updated_at: Math.max(before.updated_at, changedAt(patch, actor)),
    shelf: after.archived + (after.merged_into === null ? 0 : 2),
    assign_key: after.assign_to ?? 0,
  };
}

function patching(db: Db, patch: ConversationPatch, at: number) {
  return db.updateTable('conversation').set({
    ...patch,
    version: sql<number>`version + 1`,
    // Mail may be older than what was done here meanwhile; a client that polls by `updated_at` must not miss it.
    updated_at: sql<number>`case when updated_at < ${at} then ${at} else updated_at end`,
  });
}

/** By the columns of the patch, with a blank between two. */
const patchOne = prepareEach(key => {
  const columns = key === '' ? [] : key.split(' ');
  return prepare(columns.length + 2, (db, id: number, at: number, ...values: readonly unknown[]) =>
    patching(db, Object.fromEntries(columns.map((column, index) => [column, values[index]])), at).where('id', '=', id),
  );
});

async function setRows(work: Work, alike: readonly RowChange[], actor: Actor): Promise<void> {
  const [{ before, patch }] = alike as readonly [RowChange];
  const at = changedAt(patch, actor);
  if (alike.length === 1) {
    await patchOne(Object.keys(patch).join(' '))(work.db, before.id, at, ...Object.values(patch));
    return;
  }
  await patching(work.db, patch, at)
    .where(
      'id',
      'in',
      alike.map(one => one.before.id),
    )
    .execute();
}

async function copyChanges(work: Work, changes: readonly RowChange[]): Promise<void> {
  const moved = changes.filter(({ patch }) => copiedOf(patch).length > 0);
  if (moved.length === 0) return;
  const ids = moved.map(({ before }) => before.id);
  const columns = [...new Set(moved.flatMap(({ patch }) => copiedOf(patch)))].sort();
  await copyColumns(work, 'conversation_tag', ids, columns);
  await copyColumns(work, 'conversation_mark', ids, columns);
}

function grouped(changes: readonly RowChange[]): Map<string, RowChange[]> {
  return Map.groupBy(changes, change => JSON.stringify(Object.entries(change.patch).sort()));
}

/**
 * The one door for changes to rows of `conversation`: sets the patches, counts the versions up and keeps the tags'
 * copies, the inboxes' counts and the event in step. Gives the rows as they are now, in the same order.
 */
export async function writeConversations(
  work: Work,
  changes: readonly RowChange[],
  actor: Actor,
): Promise<ConversationRow[]> {
  if (changes.length === 0) return [];
  for (const group of grouped(changes).values()) for (const piece of chunks(group)) await setRows(work, piece, actor);
  await copyChanges(work, changes);
  const after = changes.map(change => applied(change, actor));
  await moveCounts(
    work.db,
    changes.map(({ before }) => before),
    after,
  );
  changes.forEach(({ before }, index) => {
    work.conversationChanged(before.id, ...new Set([before.home_id, after[index]!.home_id]));
  });
  return after;
}
