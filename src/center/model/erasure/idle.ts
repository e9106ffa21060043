import { type SqlBool, sql } from 'kysely';
import type { Db } from '../../database/tables.ts';
import type { ModelContext } from '../context.ts';
import { rowIds } from '../rows.ts';
import { writeTransaction } from '../transaction.ts';
import { beginErasure } from './erasure.ts';

/** This time, a number of months before. */
function monthsBefore(now: number, months: number): number {
  const date = new Date(now);
  const day = date.getUTCDate();
  date.setUTCMonth(date.getUTCMonth() - months);
  // The 31st of a month that has none is its last day.
  if (date.getUTCDate() !== day) date.setUTCDate(0);
  return date.getTime();
}

/** How many contacts are looked at in one query: requests are answered in between. */
const AT_ONCE = 500;

/** Of these contacts those with whom nothing has happened since then: neither they nor one of their conversations changed. */
function idleAmong(db: Db, ids: readonly number[], before: number) {
  const isIdle = sql<SqlBool>`not exists (select 1 from conversation_contact as link
    join conversation as c on c.id = link.conversation_id
    where link.contact_id = contact.id and c.updated_at >= ${before})`;
  return db
    .selectFrom('contact')
    .selectAll()
    .where('id', 'in', ids)
    .where('updated_at', '<', before)
    .where(isIdle)
    .execute();
}

/**
 * Looks at the next contacts after `after`. Returns those without any activity for the given months, and where to go
 * on: `last` is undefined after the last contact.
 */
export async function idleAfter(db: Db, after: number, months: number, now: number) {
  const looked = db.selectFrom('contact').select('id').where('id', '>', after).orderBy('id');
  const ids = rowIds(await looked.limit(AT_ONCE).execute());
  const idle = ids.length === 0 ? [] : await idleAmong(db, ids, monthsBefore(now, months));
  return { idle: rowIds(idle), last: ids.at(-1) };
}

/** Begins to erase a contact, if nothing has happened with it meanwhile. */
export async function beginIdle(context: ModelContext, id: number, months: number): Promise<void> {
  await writeTransaction(context, async work => {
    for (const still of await idleAmong(work.db, [id], monthsBefore(work.now, months))) await beginErasure(work, still);
  });
}
