import { type Kysely, sql } from 'kysely';
import { type DatabaseKind, part, required, wide, zero } from '../columns.ts';

/**
 * 4: see `markKinds.asked`; 2: see `CLOSED_STATUS_ID`. Unary `+` hides the column, so that SQLite does not look for a
 * range.
 */
const waits = sql.raw('kind = 4 and +since > 0 and shelf = 0 and status_id <> 2');

const isAsked = sql.raw('kind = 4');
/** SQLite uses a partial index only if a query has the same condition literally: see `isOtherKind`. */
const isOther = sql.raw('kind <> 4');

const byTime = 'shelf, last_message_at, conversation_id';

/**
 * Each with its columns and its kinds of marks. An index of waiting conversations has all columns of its condition, or
 * SQLite uses an index of `asked`.
 */
const indexes = [
  ['by_time', `kind, ${byTime}, status_id, home_id, assign_key`, isOther],
  ['by_home_time', `kind, home_id, ${byTime}, status_id, assign_key`, isOther],
  ['asked_by_time', `kind, ${byTime}`, isAsked],
  ['asked_by_home_time', `kind, home_id, ${byTime}`, isAsked],
  ['waiting_by_time', `kind, ${byTime}, status_id, home_id, assign_key, since`, waits],
  ['waiting_by_home_time', `kind, home_id, ${byTime}, status_id, assign_key, since`, waits],
  ['waiting_by_since', 'kind, since, conversation_id, status_id, home_id, assign_key, shelf', waits],
  ['waiting_by_home_since', 'kind, home_id, since, conversation_id, status_id, assign_key, shelf', waits],
] as const;

/**
 * What lists ask of conversations, a row each. `asked` also tells which conversations wait: a change of status then writes
 * only to the indexes of those that begin or cease to wait.
 */
export async function marks(db: Kysely<never>, kind: DatabaseKind): Promise<void> {
  const whole = wide(kind);
  await db.schema
    .createTable('conversation_mark')
    .addColumn('conversation_id', whole, part('conversation'))
    .addColumn('kind', whole, required)
    .addColumn('since', whole, zero)
    .addColumn('at', whole, zero)
    .addColumn('message_id', whole, zero)
    .addColumn('shelf', 'integer', required)
    .addColumn('status_id', whole, required)
    .addColumn('home_id', whole, required)
    .addColumn('assign_key', whole, required)
    .addColumn('last_message_at', whole, required)
    .addPrimaryKeyConstraint('conversation_mark_key', ['conversation_id', 'kind'] as never)
    .execute();
  for (const [name, columns, held] of indexes)
    await sql`create index ${sql.id(`conversation_mark_${name}`)} on conversation_mark (${sql.raw(columns)})
      where ${held}`.execute(db);
  // 4: see `markKinds.asked`. Messages above an agent's floor are found by id. The kind is also the first column:
  // SQLite prefers another index that begins with it to a partial one that does not.
  await sql`create index conversation_mark_by_message on conversation_mark
    (kind, message_id, conversation_id) where kind = 4`.execute(db);
  await sql`create index conversation_mark_by_home_message on conversation_mark
    (kind, home_id, message_id, conversation_id) where kind = 4`.execute(db);
}

/** How many conversations lists count; those that wait have numbers of their own. */
export async function numbers(db: Kysely<never>, kind: DatabaseKind): Promise<void> {
  const whole = wide(kind);
  const key = ['home_id', 'shelf', 'status_id', 'assign_key', 'waiting'];
  await db.schema
    .createTable('conversation_number')
    .addColumn('home_id', whole, required)
    .addColumn('shelf', 'integer', required)
    .addColumn('status_id', whole, required)
    .addColumn('assign_key', whole, required)
    .addColumn('waiting', 'integer', required)
    .addColumn('number', whole, required)
    .addPrimaryKeyConstraint('conversation_number_key', key as never)
    .execute();
}
