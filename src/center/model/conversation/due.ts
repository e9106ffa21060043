import { sql } from 'kysely';
import { dueBy, type Target } from '../../../text/target.ts';
import { prepare, prepareEach, prepareList } from '../../database/prepare.ts';
import { rowWith, updateRows } from '../../database/rows.ts';
import { chunks } from '../../database/statement.ts';
import type { Db, Row } from '../../database/tables.ts';
import { type TargetRow, targetColumns, targetOf } from '../inbox/target.ts';
import { secondOf } from '../time.ts';
import type { Work } from '../work.ts';

const columns = ['id', 'since', 'due_at'] as const;

type Dated = Pick<Row<'conversation'>, (typeof columns)[number]>;

/** The conversations in which customers have asked something. */
function datedIn(db: Db) {
  return db.selectFrom('conversation').select(columns).where('since', 'is not', null);
}

const clocks = prepareEach(target => dueBy(JSON.parse(target) as Target));

/** When an answer is due by a target, by since when it is awaited; the clocks of a zone are costly to make. */
function clockOf(row: TargetRow | undefined): (since: number) => number | null {
  const due = clocks(JSON.stringify(row && row.answer_within > 0 ? targetOf(row) : {}));
  return since => {
    const at = due(since);
    return at === null ? null : secondOf(at);
  };
}

const targetIn = prepare(1, (db, inboxId: number) =>
  db.selectFrom('inbox').select(targetColumns).where('id', '=', inboxId),
);

/** When answers in an inbox are due by its target, by since when they are awaited; null if they have no due time. */
export async function dueIn(db: Db, inboxId: number): Promise<(since: number) => number | null> {
  const [row] = await targetIn(db, inboxId);
  return clockOf(row);
}

const datedOf = prepareList(0, (db, ids: readonly number[]) => datedIn(db).where('id', 'in', ids));

/** Writes the due times that differ, and returns the conversations that have them. */
async function writeDue(db: Db, rows: readonly Dated[], dueSince: (since: number) => number | null): Promise<number[]> {
  const moved = rows
    .map(row => [row.id, dueSince(row.since!), row.due_at] as const)
    .filter(([, due, before]) => due !== before);
  for (const piece of chunks(moved)) {
    const values = piece.map(([id, due]) => sql`(cast(${id} as bigint), cast(${due} as bigint))`);
    await sql`update conversation set due_at = moved.column2 from (values ${sql.join(values)}) as moved
      where conversation.id = moved.column1`.execute(db);
  }
  return moved.map(([id]) => id);
}

/** Works out when the answers in these conversations are due, by the target of the inbox in which they are. */
export async function refreshDue({ db }: Work, ids: readonly number[], inboxId: number): Promise<void> {
  const due = await dueIn(db, inboxId);
  for (const piece of chunks(ids)) await writeDue(db, await datedOf(db, piece), due);
}

/** This many due times are computed in one transaction. */
const BATCH = 500;

/** How far the due times of an inbox have been recomputed: up to a conversation, by the settings of a version. */
export interface DueCursor {
  readonly version: number;
  readonly conversationId: number;
}

/**
 * Recomputes a batch of the due times of an inbox. Returns how far it came; undefined if all are done. Newer questions
 * have due times by the new target.
 */
export async function redoDue(
  work: Work,
  inboxId: number,
  from: DueCursor | undefined,
): Promise<DueCursor | undefined> {
  const { db } = work;
  const inbox = await rowWith(db, 'inbox', { id: inboxId, due_stale: 1 });
  if (!inbox) return undefined;
  const { version } = inbox;
  const done = from?.version === version ? from.conversationId : 0;
  const rows = await datedIn(db)
    // Unary `+`: SQLite goes through the conversations in their order, once for all batches.
    .where(sql<boolean>`+home_id = ${inboxId}`)
    .where('id', '>', done)
    .orderBy('id')
    .limit(BATCH)
    .execute();
  for (const id of await writeDue(db, rows, clockOf(inbox))) work.conversationChanged(id, inboxId);
  const last = rows.at(-1);
  if (last && rows.length === BATCH) return { version, conversationId: last.id };
  await updateRows(db, 'inbox', { id: inboxId }, { due_stale: 0 });
  return undefined;
}
