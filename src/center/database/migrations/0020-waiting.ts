import { type Kysely, sql } from 'kysely';

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

const replaced = [
  'by_kind_shelf_last_message_at_conversation_id',
  'by_kind_home_id_shelf_last_message_at_convers',
  'by_since',
  'by_home_since',
];

/**
 * The mark `asked` also tells which conversations wait: a change of status then writes only to the indexes of those
 * that begin or cease to wait.
 */
export async function waiting(db: Kysely<never>): Promise<void> {
  for (const name of replaced) await sql`drop index ${sql.id(`conversation_mark_${name}`)}`.execute(db);
  await sql`delete from conversation_mark where kind = 5`.execute(db);
  for (const [name, columns, held] of indexes)
    await sql`create index ${sql.id(`conversation_mark_${name}`)} on conversation_mark (${sql.raw(columns)})
      where ${held}`.execute(db);
}
