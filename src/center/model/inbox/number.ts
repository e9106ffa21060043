import { sql } from 'kysely';
import { chunks } from '../../database/chunks.ts';
import { progressIn } from '../../database/migrations/to-fill.ts';
import { prepare } from '../../database/prepare.ts';
import type { Db } from '../../database/tables.ts';
import { CLOSED_STATUS_ID } from '../conversation/mark.ts';

/** The columns of a conversation by whose values conversations are counted. */
export interface Numbered {
  readonly id: number;
  readonly home_id: number;
  readonly shelf: number;
  readonly status_id: number;
  readonly assign_key: number;
}

function keyOf({ home_id, shelf, status_id, assign_key }: Omit<Numbered, 'id'>): string {
  return `${home_id} ${shelf} ${status_id} ${assign_key}`;
}

const moveNumber = prepare(
  5,
  (db, home_id: number, shelf: number, status_id: number, assign_key: number, number: number) =>
    db
      .insertInto('conversation_number')
      .values({ home_id, shelf, status_id, assign_key, number })
      .onConflict(conflict =>
        conflict
          .columns(['home_id', 'shelf', 'status_id', 'assign_key'])
          .doUpdateSet({ number: sql<number>`conversation_number.number + excluded.number` }),
      ),
);

/** This many numbers are moved one by one; for more, a statement for all of them is faster. */
const FEW_NUMBERS = 4;

/**
 * Updates the numbers of conversations for each inbox, shelf, status and assignee: pass the conversations as they were
 * and as they are, in the same transaction as the change.
 */
export async function moveNumbers(db: Db, before: readonly Numbered[], after: readonly Numbered[]): Promise<void> {
  const deltas = new Map<string, Omit<Numbered, 'id'> & { number: number }>();
  // Up to that id they are not counted yet, and will be counted as they are then.
  const { numbers: uncounted = 0 } = (await progressIn(db)) ?? {};
  const count = (all: readonly Numbered[], by: number) => {
    for (const { home_id, shelf, status_id, assign_key } of all.filter(({ id }) => id > uncounted)) {
      const one = { home_id, shelf, status_id, assign_key };
      const known = deltas.get(keyOf(one)) ?? { ...one, number: 0 };
      deltas.set(keyOf(one), { ...known, number: known.number + by });
    }
  };
  count(before, -1);
  count(after, 1);
  const moved = [...deltas.values()].filter(({ number }) => number !== 0);
  if (moved.length <= FEW_NUMBERS) {
    for (const { home_id, shelf, status_id, assign_key, number } of moved)
      await moveNumber(db, home_id, shelf, status_id, assign_key, number);
    return;
  }
  for (const piece of chunks(moved))
    await db
      .insertInto('conversation_number')
      .values(piece)
      .onConflict(conflict =>
        conflict
          .columns(['home_id', 'shelf', 'status_id', 'assign_key'])
          .doUpdateSet({ number: sql<number>`conversation_number.number + excluded.number` }),
      )
      .execute();
}

/** Counts conversations with ids above `after`, up to `upTo`, that were not counted before. */
export async function countNumbers(db: Db, after: number, upTo: number): Promise<void> {
  await sql`insert into conversation_number (home_id, shelf, status_id, assign_key, number)
    select home_id, shelf, status_id, assign_key, count(*) from conversation
    where id > ${after} and id <= ${upTo} group by home_id, shelf, status_id, assign_key
    on conflict (home_id, shelf, status_id, assign_key)
      do update set number = conversation_number.number + excluded.number`.execute(db);
}

/** Whether all conversations are counted; those of an old database are counted while it is filled in. */
export async function areCounted(db: Db): Promise<boolean> {
  return ((await progressIn(db))?.numbers ?? 0) === 0;
}

/** How many conversations of each inbox are neither closed nor archived, by the inbox's id. */
export async function unresolvedNumbers(db: Db, inboxIds: readonly number[]): Promise<Map<number, number>> {
  const [from, number] = (await areCounted(db))
    ? ['conversation_number', sql`sum(number)`]
    : ['conversation', sql`count(*)`];
  const { rows } = await sql<{ home_id: number; number: number | string }>`select home_id, ${number} as number
    from ${sql.table(from)} where home_id in (${sql.join(inboxIds)}) and shelf = 0 and status_id <> ${CLOSED_STATUS_ID}
    group by home_id`.execute(db);
  return new Map(rows.map(row => [row.home_id, Number(row.number)]));
}
