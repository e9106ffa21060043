import { type SqlBool, sql } from 'kysely';
import type { Db } from '../../database/tables.ts';
import type { ModelContext } from '../context.ts';
import { idsOf } from '../rows.ts';
import { write } from '../transaction.ts';
import { beginErasure } from './erasure.ts';

/** This time, so many months before. */
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

/**
 * Looks at the next contacts after `after`, and begins to erase those with whom nothing has happened for so many months:
 * neither they nor one of their conversations was changed. Returns where to go on; undefined after the last one.
 */
export async function eraseIdle(context: ModelContext, months: number, after: number): Promise<number | undefined> {
  const { reader } = context.store;
  const next = await reader
    .selectFrom('contact')
    .select('id')
    .where('id', '>', after)
    .orderBy('id')
    .limit(AT_ONCE)
    .execute();
  if (next.length === 0) return undefined;
  const before = monthsBefore(context.now(), months);
  const isIdle = sql<SqlBool>`not exists (select 1 from conversation_contact as link
    join conversation as c on c.id = link.conversation_id
    where link.contact_id = contact.id and c.updated_at >= ${before})`;
  const idleAmong = (db: Db, ids: readonly number[]) =>
    db
      .selectFrom('contact')
      .selectAll()
      .where('id', 'in', ids)
      .where('updated_at', '<', before)
      .where(isIdle)
      .execute();
  for (const { id } of await idleAmong(reader, idsOf(next)))
    await write(context, async work => {
      for (const still of await idleAmong(work.db, [id])) await beginErasure(work, still);
    });
  return next.at(-1)!.id;
}
