import { sql } from 'kysely';
import type { Db } from '../call.ts';
import { chunks } from './chunks.ts';
import { closedStatusId } from './mark.ts';

/** The columns of a conversation by whose values conversations are counted. */
export interface Numbered {
  readonly home_id: number;
  readonly shelf: number;
  readonly status_id: number;
  readonly assign_key: number;
}

const keyOf = ({ home_id, shelf, status_id, assign_key }: Numbered): string =>
  `${home_id} ${shelf} ${status_id} ${assign_key}`;

/**
 * Keeps the numbers of conversations up, for each inbox, shelf, status and assignee: give the conversations as they were
 * and as they are, in the same transaction as the change.
 */
export const moveNumbers = async (db: Db, before: readonly Numbered[], after: readonly Numbered[]): Promise<void> => {
  const deltas = new Map<string, Numbered & { number: number }>();
  const count = (all: readonly Numbered[], by: number) => {
    for (const { home_id, shelf, status_id, assign_key } of all) {
      const one = { home_id, shelf, status_id, assign_key };
      const known = deltas.get(keyOf(one)) ?? { ...one, number: 0 };
      deltas.set(keyOf(one), { ...known, number: known.number + by });
    }
  };
  count(before, -1);
  count(after, 1);
  const moved = [...deltas.values()].filter(({ number }) => number !== 0);
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
};

/** How many conversations of each inbox are neither closed nor archived, by the inbox's id. */
export const unresolvedNumbers = async (db: Db, inboxIds: readonly number[]): Promise<Map<number, number>> => {
  const rows = await db
    .selectFrom('conversation_number')
    .select(({ fn }) => ['home_id', fn.sum<number | string>('number').as('number')])
    .where('home_id', 'in', inboxIds)
    .where('shelf', '=', 0)
    .where('status_id', '!=', closedStatusId)
    .groupBy('home_id')
    .execute();
  return new Map(rows.map(row => [row.home_id, Number(row.number)]));
};
