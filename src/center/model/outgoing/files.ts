import type { Db, Row } from '../../database/tables.ts';

/** A file of a letter; its content is stored under `hash`. */
export type OutgoingFile = Pick<Row<'attachment'>, 'name' | 'content_type' | 'hash'>;

/** The files of a letter, in its order; those that are gone are missing. */
export async function outgoingFiles(db: Db, ids: readonly number[]): Promise<OutgoingFile[]> {
  if (ids.length === 0) return [];
  const rows = await db
    .selectFrom('attachment')
    .select(['id', 'name', 'content_type', 'hash'])
    .where('id', 'in', [...ids])
    .execute();
  const byId = new Map(rows.map(row => [row.id, row]));
  return ids.flatMap(id => byId.get(id) ?? []);
}
