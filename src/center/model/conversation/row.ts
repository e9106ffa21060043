import { type SqlBool, sql } from 'kysely';
import { prepareEach, prepareList } from '../../database/prepare.ts';
import { chunks } from '../../database/statement.ts';
import type { Row } from '../../database/tables.ts';
import { type Caller, ERASED_PLACE, seesConversation } from '../access.ts';
import type { Actor } from '../history.ts';
import { moveNumbers } from '../inbox/number.ts';
import { conflict, notFound } from '../problem.ts';
import { rowIds } from '../rows.ts';
import { secondOf } from '../time.ts';
import type { Work } from '../work.ts';
import { refreshDue } from './due.ts';
import { dropLostFollowing } from './follow.ts';
import { moveSpans } from './span.ts';

/** A row of `conversation`. */
export type ConversationRecord = Row<'conversation'>;

/** The columns that a write may set. */
export type ConversationPatch = Partial<Omit<ConversationRecord, 'id' | 'version' | 'created_at' | 'updated_at'>>;

/** A conversation as it is, and the columns to set; an empty patch still counts as a change. */
export interface RowChange {
  readonly before: ConversationRecord;
  readonly patch: ConversationPatch;
}

/** 409 for a write to a merged-away conversation. */
export function mergedAway(row: Pick<ConversationRecord, 'id' | 'merged_into'>) {
  return conflict(`Conversation ${row.id} was merged into ${row.merged_into}. Write to ${row.merged_into} instead.`, [
    { path: 'conversation_id', message: `${row.id} was merged into ${row.merged_into}` },
  ]);
}

const readAll = prepareList(0, (db, ids: readonly number[]) =>
  db.selectFrom('conversation').selectAll().where('id', 'in', ids).orderBy('id'),
);

/**
 * The conversations with these ids, in the order of their ids, locked until the transaction ends. Those that do not
 * exist, were erased, or that `caller` may not see, are left out.
 */
export async function lockConversations(
  work: Work,
  ids: readonly number[],
  caller?: Caller,
): Promise<ConversationRecord[]> {
  if (ids.length === 0) return [];
  // SQLite has one writer at a time, which holds all locks.
  if (work.kind === 'sqlite' && (caller?.seesAll ?? true))
    return (await readAll(work.db, ids)).filter(({ place }) => place !== ERASED_PLACE);
  let select = work.db.selectFrom('conversation').selectAll().where('id', 'in', ids).orderBy('id');
  select = select.where(caller ? seesConversation(caller) : sql<SqlBool>`place <> ${sql.lit(ERASED_PLACE)}`);
  return (work.kind === 'postgres' ? select.forUpdate() : select).execute();
}

/**
 * One conversation to write to, locked; 404 if it does not exist or `caller` does not see it, 409 if it was merged
 * away.
 */
export async function lockConversation(work: Work, id: number, caller?: Caller): Promise<ConversationRecord> {
  const [found] = await lockConversations(work, [id], caller);
  if (!found) throw notFound('conversation');
  if (found.merged_into !== null) throw mergedAway(found);
  return found;
}

/**
 * If the clock was set back before a merge, a message may be older than its new conversation: the conversation is never
 * newer than its contents.
 */
function changedAt(patch: ConversationPatch, actor: Actor): number {
  return Math.max(secondOf(actor.recordedAt ?? actor.now), patch.last_message_at ?? 0);
}

function applied({ before, patch }: RowChange, actor: Actor): ConversationRecord {
  const after = { ...before, ...patch, version: before.version + 1 };
  return {
    ...after,
    updated_at: Math.max(before.updated_at, changedAt(patch, actor)),
  };
}

/** By the columns of the patch, separated by a blank. */
const patchAlike = prepareEach(key => {
  const columns = key === '' ? [] : key.split(' ');
  return prepareList(columns.length + 1, (db, ids: readonly number[], at: unknown, ...values: readonly unknown[]) =>
    db
      .updateTable('conversation')
      .set({
        ...Object.fromEntries(columns.map((column, index) => [column, values[index]])),
        version: sql<number>`version + 1`,
        // Mail may be older than later changes here; a client that polls by `updated_at` must not miss it.
        updated_at: sql<number>`case when updated_at < ${at} then ${at} else updated_at end`,
      })
      .where('id', 'in', ids),
  );
});

interface Alike {
  readonly ids: readonly number[];
  readonly patch: ConversationPatch;
}

async function setRows(work: Work, { ids, patch }: Alike, actor: Actor): Promise<void> {
  const patchRows = patchAlike(Object.keys(patch).join(' '));
  // One row at a time, which cannot fail half-way: for several, SQLite would write a temporary file (see `updating`).
  for (const some of work.kind === 'sqlite' ? ids.map(id => [id]) : [ids])
    await patchRows(work.db, some, changedAt(patch, actor), ...Object.values(patch));
  if (patch.home_id !== undefined) await refreshDue(work, ids, patch.home_id);
}

/** With the column that follows from another one. */
function withDerived({ before, patch }: RowChange): RowChange {
  const { assign_to: assignee } = patch;
  return assignee === undefined ? { before, patch } : { before, patch: { ...patch, assign_key: assignee ?? 0 } };
}

function grouped(changes: readonly RowChange[]): Alike[] {
  const groups = Map.groupBy(changes, ({ patch }) => JSON.stringify(Object.entries(patch).sort()));
  return [...groups.values()].flatMap(group =>
    chunks(group).map(piece => ({ ids: piece.map(({ before }) => before.id), patch: piece[0]!.patch })),
  );
}

/**
 * The one door for changes to rows of `conversation`: applies the patches, increments the versions and updates the
 * numbers, the spans and the event. Returns the rows as they are now, in the same order.
 */
export async function writeConversations(
  work: Work,
  given: readonly RowChange[],
  actor: Actor,
): Promise<ConversationRecord[]> {
  if (given.length === 0) return [];
  const changes = given.map(withDerived);
  const after = changes.map(change => applied(change, actor));
  for (const alike of grouped(changes)) await setRows(work, alike, actor);
  const moved = changes.filter(({ patch }) => patch.inbox_id !== undefined);
  if (moved.length > 0) await dropLostFollowing(work, rowIds(moved.map(({ before }) => before)));
  moveNumbers(
    work,
    changes.map(({ before }) => before),
    after,
  );
  await moveSpans(
    work,
    changes.map(({ before }, index) => [before, after[index]!]),
    actor.agentId,
  );
  changes.forEach(({ before }, index) => {
    work.conversationChanged(before.id, ...new Set([before.home_id, after[index]!.home_id]));
  });
  return after;
}
