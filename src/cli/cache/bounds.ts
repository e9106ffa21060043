import type { PrepareSql } from '../kept/sqlite-file.ts';
import { deleteConversations } from './items.ts';

/** How much a cache may hold. */
export interface Bounds {
  /** Entries that were neither read nor opened for this many days go. */
  readonly days: number;
  readonly conversations: number;
  readonly megabytes: number;
}

/** Conversations of one slice: a few milliseconds. */
const AT_ONCE = 50;
const MAX_LISTS = 200;
const PAGES_AT_ONCE = 256;

/** Removes a little of the excess, the least recently used first; returns whether there is more to do. */
export function trim(sql: PrepareSql, bounds: Bounds, day: number): boolean {
  const oldest = day - bounds.days;
  sql('delete from list where used_day < ?').run(oldest);
  sql('delete from list where key in (select key from list order by used_day desc limit -1 offset ?)').run(MAX_LISTS);
  const spare = spareOf(sql, bounds, oldest);
  const found = sql('select id from conversation order by used_day, at limit ?').all(spare);
  deleteConversations(
    sql,
    found.map(({ id }) => Number(id)),
  );
  return found.length > 0;
}

/** How many of the least used are too many, at most those of one slice. */
function spareOf(sql: PrepareSql, { conversations, megabytes }: Bounds, oldest: number): number {
  const old = sql('select 1 from conversation where used_day < ? limit ?').all(oldest, AT_ONCE).length;
  if (old > 0) return old;
  const over = numberOf(sql, 'select count(*) from conversation') - conversations;
  if (over > 0) return Math.min(over, AT_ONCE);
  return usedBytes(sql) > megabytes * 1_000_000 ? AT_ONCE : 0;
}

/** The bytes of a cache without the room that it will use again. */
function usedBytes(sql: PrepareSql): number {
  const pages = numberOf(sql, 'pragma page_count') - numberOf(sql, 'pragma freelist_count');
  return pages * numberOf(sql, 'pragma page_size');
}

/** Gives a little of the free room back to the disk; returns whether there is more. Not in a transaction. */
export function shrink(sql: PrepareSql): boolean {
  sql(`pragma incremental_vacuum(${PAGES_AT_ONCE})`).all();
  return numberOf(sql, 'pragma freelist_count') > PAGES_AT_ONCE;
}

function numberOf(sql: PrepareSql, text: string): number {
  return Number(Object.values(sql(text).get() ?? {})[0] ?? 0);
}
