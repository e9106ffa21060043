import { sql } from 'kysely';
import { prepare, prepareList } from '../../database/prepare.ts';
import { chunks } from '../../database/statement.ts';
import type { Db, Row } from '../../database/tables.ts';
import { countedColumns, numberColumns } from '../../database/tables-of-attention.ts';
import { CLOSED_STATUS_ID, markKinds, shelves, waits } from '../conversation/mark.ts';
import type { Moves, Work } from '../work.ts';

/** The columns of a conversation that decide whether its inbox counts it. */
interface Countable extends Numbered {
  readonly inbox_id: number | null;
  readonly status_id: number;
  readonly assign_to: number | null;
  readonly shelved: number;
  readonly merged_into: number | null;
}

/** The id of the built-in status `open`. */
export const OPEN_STATUS_ID = 1;

function isCounted(one: Countable): boolean {
  return (
    one.inbox_id !== null &&
    one.status_id === OPEN_STATUS_ID &&
    one.shelved !== shelves.archived &&
    one.merged_into === null
  );
}

type Counts = Moves['counts'];
type Numbers = Moves['numbers'];

function addCounts(counts: Counts, rows: readonly Countable[], by: 1 | -1): void {
  for (const one of rows.filter(isCounted)) {
    const delta = counts.get(one.inbox_id!) ?? { open: 0, unassigned: 0 };
    delta.open += by;
    if (one.assign_to === null) delta.unassigned += by;
    counts.set(one.inbox_id!, delta);
  }
}

/** Nothing to be changed. */
export function noMoves(): Moves {
  return { counts: new Map(), numbers: new Map() };
}

/** Those that do not cancel out. */
function changedIn(counts: Counts) {
  return [...counts].filter(([, delta]) => delta.open !== 0 || delta.unassigned !== 0);
}

async function writeCounts(db: Db, counts: Counts): Promise<void> {
  for (const piece of chunks(changedIn(counts))) {
    const moved = piece.map(
      ([id, { open, unassigned }]) =>
        sql`(cast(${id} as bigint), cast(${open} as integer), cast(${unassigned} as integer))`,
    );
    await sql`update inbox set open_count = open_count + moved.column2, unassigned_count = unassigned_count + moved.column3
      from (values ${sql.join(moved)}) as moved where inbox.id = moved.column1`.execute(db);
  }
}

/** Writes the moves of a write beside others, at its end: in one order, so that no two of them wait for each other. */
export async function moveAtEnd(db: Db, { counts, numbers }: Moves): Promise<void> {
  const ids = changedIn(counts).map(([id]) => id);
  if (ids.length > 1)
    await db.selectFrom('inbox').select('id').where('id', 'in', ids).orderBy('id').forNoKeyUpdate().execute();
  await writeCounts(db, counts);
  await writeNumbers(db, new Map([...numbers].sort(([a], [b]) => (a < b ? -1 : 1))));
}

/**
 * Updates the inboxes' counts and the numbers of conversations: pass the conversations as they were and as they are, in
 * the same transaction as the change.
 */
export async function moveCounts(work: Work, before: readonly Countable[], after: readonly Countable[]): Promise<void> {
  const counts: Counts = work.beside?.moves.counts ?? new Map();
  addCounts(counts, before, -1);
  addCounts(counts, after, 1);
  if (!work.beside) await writeCounts(work.db, counts);
  await moveNumbers(work, before, after);
}

type NumberRow = Row<'conversation_number'>;

/** A conversation with its own columns by which it is counted. */
export interface Numbered extends Readonly<Record<(typeof countedColumns)[number], number>> {
  readonly id: number;
}

/** The same, and whether a customer waits in it. */
type Counted = readonly [one: Numbered, isWaiting: boolean];

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

function addToNumbers(numbers: Numbers, all: readonly Counted[], by: 1 | -1): void {
  for (const [one, isWaiting] of all) {
    const values = [...countedColumns.map(name => one[name]), isWaiting ? 1 : 0];
    const key = values.join(' ');
    numbers.set(key, { values, number: (numbers.get(key)?.number ?? 0) + by });
  }
}

/** Writes the changes of the numbers, except those that cancel out. */
async function writeNumbers(db: Db, numbers: Numbers): Promise<void> {
  const moved = [...numbers.values()].filter(({ number }) => number !== 0);
  if (moved.length <= FEW_NUMBERS) for (const { values, number } of moved) await addNumber(db, number, ...values);
  else
    for (const piece of chunks(moved))
      await addNumbers(
        db,
        piece.map(({ values, number }) => rowOf(values, number)),
      ).execute();
}

/** Updates the numbers: pass the conversations as they were and as they are. */
async function moveCounted(work: Work, before: readonly Counted[], after: readonly Counted[]): Promise<void> {
  const numbers: Numbers = work.beside?.moves.numbers ?? new Map();
  addToNumbers(numbers, before, -1);
  addToNumbers(numbers, after, 1);
  if (!work.beside) await writeNumbers(work.db, numbers);
}

const questionsOf = prepareList(0, (db, ids: readonly number[]) =>
  db
    .selectFrom('conversation_mark')
    .select(['conversation_id', 'since'])
    .where('conversation_id', 'in', ids)
    .where('kind', '=', sql.lit(markKinds.asked)),
);

/** Since when the customers of some conversations have asked, by the conversations' ids. */
async function sinceOf(db: Db, rows: readonly Numbered[]): Promise<Map<number, number>> {
  const found = new Map<number, number>();
  for (const piece of chunks(rows.map(({ id }) => id)))
    for (const { conversation_id, since } of await questionsOf(db, piece)) found.set(conversation_id, since);
  return found;
}

function hasMoved(before: readonly Numbered[], after: readonly Numbered[]): boolean {
  return (
    before.length !== after.length ||
    before.some((one, at) => countedColumns.some(name => one[name] !== after[at]![name]))
  );
}

/**
 * Updates the numbers of conversations after a change of their own rows: pass these as they were and as they are, in
 * the same order and transaction. Their marks tell which of them wait: delete a conversation's marks after this call.
 */
async function moveNumbers(work: Work, before: readonly Numbered[], after: readonly Numbered[]): Promise<void> {
  if (!hasMoved(before, after)) return;
  const since = await sinceOf(work.db, before);
  const counted = (one: Numbered): Counted => [one, waits(one, since.get(one.id) ?? 0)];
  await moveCounted(work, before.map(counted), after.map(counted));
}

/** Updates the numbers after a change of marks: pass the conversations that waited, and those that wait now. */
export async function moveWaiting(work: Work, before: readonly Numbered[], after: readonly Numbered[]): Promise<void> {
  const [did, does] = [new Set(before.map(({ id }) => id)), new Set(after.map(({ id }) => id))];
  const ceased = before.filter(({ id }) => !does.has(id));
  const begun = after.filter(({ id }) => !did.has(id));
  if (ceased.length + begun.length === 0) return;
  const counted = (rows: readonly Numbered[], isWaiting: boolean) => rows.map((one): Counted => [one, isWaiting]);
  await moveCounted(
    work,
    [...counted(ceased, true), ...counted(begun, false)],
    [...counted(ceased, false), ...counted(begun, true)],
  );
}

/** How many conversations of each inbox are neither closed, archived nor put off, by the inbox's id. */
export async function unresolvedNumbers(db: Db, inboxIds: readonly number[]): Promise<Map<number, number>> {
  const { rows } = await sql<{ home_id: number; number: number | string }>`select home_id, sum(number) as number
    from conversation_number where home_id in (${sql.join(inboxIds)}) and shelf = 0 and status_id <> ${CLOSED_STATUS_ID}
    group by home_id`.execute(db);
  return new Map(rows.map(row => [row.home_id, Number(row.number)]));
}
