import { type SqlBool, sql } from 'kysely';
import type { ModelContext } from '../context.ts';
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

/**
 * Begins to erase one contact with whom nothing has happened for so many months: neither it nor one of its conversations
 * was changed. Returns whether there was one.
 */
export async function eraseIdle(context: ModelContext, months: number): Promise<boolean> {
  const before = monthsBefore(context.now(), months);
  const isIdle = sql<SqlBool>`not exists (select 1 from conversation_contact as link
    join conversation as c on c.id = link.conversation_id
    where link.contact_id = contact.id and c.updated_at >= ${before})`;
  const idle = (db: ModelContext['store']['reader']) =>
    db.selectFrom('contact').selectAll().where('updated_at', '<', before).where(isIdle);
  const found = await idle(context.store.reader).orderBy('id').limit(1).executeTakeFirst();
  if (!found) return false;
  await write(context, async work => {
    const still = await idle(work.db).where('id', '=', found.id).executeTakeFirst();
    if (still) await beginErasure(work, still);
  });
  return true;
}
