import type { RawBuilder, SqlBool } from 'kysely';
import type { Db } from '../database/tables.ts';
import type { Fault } from './problem.ts';

/** The ids of rows, in their order. */
export function rowIds(rows: Iterable<{ readonly id: number }>): number[] {
  return Array.from(rows, row => row.id);
}

type NamedTable = 'agent' | 'team' | 'contact' | 'attachment' | 'inbox';

/** Those of these ids that no row has, or none for which `isSeen` is true. */
export async function unknownIds(
  db: Db,
  table: NamedTable,
  ids: readonly number[],
  isSeen?: RawBuilder<SqlBool>,
): Promise<ReadonlySet<number>> {
  if (ids.length === 0) return new Set();
  const known = db.selectFrom(table).select('id').where('id', 'in', ids);
  const rows = await known.$if(isSeen !== undefined, all => all.where(isSeen!)).execute();
  return new Set(ids).difference(new Set(rowIds(rows)));
}

/** A fault for each of these ids that `unknownIds` returns; `pathOf` names its place in the request. */
export async function unknownFaults(
  db: Db,
  table: NamedTable,
  ids: readonly number[],
  pathOf: (at: number) => string,
  isSeen?: RawBuilder<SqlBool>,
): Promise<Fault[]> {
  const unknown = await unknownIds(db, table, ids, isSeen);
  const why = (id: number) => (isSeen ? `there is no ${table} ${id}, or you may not see it` : `is no ${table}`);
  return ids.flatMap((id, at): Fault[] => (unknown.has(id) ? [[pathOf(at), why(id)]] : []));
}
