import { sql } from 'kysely';
import { prepare } from '../../database/prepare.ts';
import { chunks } from '../../database/statement.ts';
import type { Db, Row } from '../../database/tables.ts';
import { numberColumns } from '../../database/tables-of-attention.ts';
import { CLOSED_STATUS_ID, places, waitingColumns, waits } from '../conversation/place.ts';
import type { Moves, Work } from '../work.ts';

/** The id of the built-in status `open`. */
export const OPEN_STATUS_ID = 1;

/** Writes the moves of a transaction, at its end: in one order, so that no two of them wait for each other. */
export async function moveAtEnd({ db, moves }: Work): Promise<void> {
  await writeNumbers(db, new Map([...moves].sort(([a], [b]) => (a < b ? -1 : 1))));
}

type NumberRow = Row<'conversation_number'>;

/** The columns of a conversation by which it is counted. */
export const numberedColumns = ['id', 'home_id', 'assign_key', ...waitingColumns] as const;

/** A conversation with them. */
export type Numbered = Pick<Row<'conversation'>, (typeof numberedColumns)[number]>;

/** Numbers have a place of their own for conversations that are put off. */
export const LATER_PLACE = 4;

/** Where a conversation is counted, in the order of `numberColumns`. */
function valuesOf(one: Numbered): number[] {
  const place = one.snoozed_until === null ? one.place : LATER_PLACE;
  return [one.home_id, place, one.status_id, one.assign_key, waits(one) ? 1 : 0];
}

/** Adds to numbers, which begin at 0. */
function addNumbers(db: Db, rows: readonly NumberRow[]) {
  return db
    .insertInto('conversation_number')
    .values(rows)
    .onConflict(conflict =>
      conflict
        .columns(numberColumns)
        .doUpdateSet({ number: sql<number>`conversation_number.number + excluded.number` }),
    );
}

function rowOf(values: readonly number[], number: number): NumberRow {
  return { ...Object.fromEntries(numberColumns.map((name, at) => [name, values[at]])), number } as NumberRow;
}

const addNumber = prepare<number[], unknown>(numberColumns.length + 1, (db, number, ...values) =>
  addNumbers(db, [rowOf(values as number[], number as number)]),
);

/** This many numbers are moved one by one; for more, a statement for all of them is faster. */
const FEW_NUMBERS = 4;

function addToNumbers(numbers: Moves, all: readonly Numbered[], by: 1 | -1): void {
  for (const one of all) {
    const values = valuesOf(one);
    const key = values.join(' ');
    numbers.set(key, { values, number: (numbers.get(key)?.number ?? 0) + by });
  }
}

/** Writes the changes of the numbers, except those that cancel out. */
async function writeNumbers(db: Db, numbers: Moves): Promise<void> {
  const moved = [...numbers.values()].filter(({ number }) => number !== 0);
  if (moved.length <= FEW_NUMBERS) for (const { values, number } of moved) await addNumber(db, number, ...values);
  else
    for (const piece of chunks(moved))
      await addNumbers(
        db,
        piece.map(({ values, number }) => rowOf(values, number)),
      ).execute();
}

/**
 * Moves the numbers at the end of the transaction: pass the conversations as they were and as they are. Until then they
 * stay as they were before it.
 */
export function moveNumbers({ moves }: Work, before: readonly Numbered[], after: readonly Numbered[]): void {
  addToNumbers(moves, before, -1);
  addToNumbers(moves, after, 1);
}

/** How many conversations an inbox has. */
export interface InboxCounts {
  /** With the status open, put off too, but not archived. */
  readonly open: number;
  /** Those of them that are unassigned. */
  readonly unassigned: number;
  /** Neither closed, archived nor put off. */
  readonly unresolved: number;
}

const none: InboxCounts = { open: 0, unassigned: 0, unresolved: 0 };

/** The counts of inboxes that exist, by their ids. */
export async function inboxCounts(db: Db, inboxIds: readonly number[]): Promise<(id: number) => InboxCounts> {
  const isOpen = sql`status_id = ${OPEN_STATUS_ID}`;
  const { rows } = await sql<Record<'id' | keyof InboxCounts, number | string>>`select home_id as id,
      sum(case when ${isOpen} then number else 0 end) as open,
      sum(case when ${isOpen} and assign_key = 0 then number else 0 end) as unassigned,
      sum(case when place = ${places.listed} then number else 0 end) as unresolved
    from conversation_number where home_id in (${sql.join(inboxIds)}) and status_id <> ${CLOSED_STATUS_ID}
      and place in (${places.listed}, ${LATER_PLACE}) group by home_id`.execute(db);
  const counts = new Map(
    rows.map(({ id, open, unassigned, unresolved }) => [
      Number(id),
      { open: Number(open), unassigned: Number(unassigned), unresolved: Number(unresolved) },
    ]),
  );
  return id => counts.get(id) ?? none;
}
