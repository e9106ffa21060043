import type { RawBuilder, SqlBool } from 'kysely';
import type { Db } from '../database/tables.ts';

/** The ids of rows, in their order. */
export function idsOf(rows: Iterable<{ readonly id: number }>): number[] {
  return Array.from(rows, row => row.id);
}

/** Those of these ids that no row has, or none for which `isSeen` is true. */
export async function unknownIds(
  db: Db,
  table: 'agent' | 'team' | 'contact' | 'attachment' | 'inbox',
  ids: readonly number[],
  isSeen?: RawBuilder<SqlBool>,
): Promise<ReadonlySet<number>> {
  if (ids.length === 0) return new Set();
  const known = db.selectFrom(table).select('id').where('id', 'in', ids);
  const rows = await known.$if(isSeen !== undefined, all => all.where(isSeen!)).execute();
  return new Set(ids).difference(new Set(idsOf(rows)));
}
