import type { Db, Row } from '../../database/tables.ts';
import { notFound } from '../problem.ts';
import { afterCursor, type Page } from './paging.ts';

type Named = 'agent' | 'team' | 'conversation_status';

/** One page (or all) of such a list. */
export async function listNamed<Table extends Named>(
  db: Db,
  table: Table,
  page: Page,
): Promise<{ rows: readonly Row<Table>[]; nextCursor: string | null }> {
  const column = page.field === 'name' ? 'name' : 'id';
  let query = db
    .selectFrom(table as 'team')
    .selectAll()
    .where(afterCursor(page, column, 'id'))
    .orderBy(column, page.direction)
    .orderBy('id', page.direction);
  if (page.take !== undefined) query = query.limit(page.take);
  const found = (await query.execute()) as unknown as Row<'team'>[];
  const { rows, nextCursor } = page.close(found, row => [row[column], row.id]);
  return { rows: rows as unknown as readonly Row<Table>[], nextCursor };
}

/** Throws `not_found` if the list has no such entry; undefined if none is asked for. */
export async function requireNamed(db: Db, table: Named, id: number | undefined): Promise<void> {
  if (id === undefined) return;
  const found = await db.selectFrom(table).select('id').where('id', '=', id).executeTakeFirst();
  if (!found) throw notFound(table === 'conversation_status' ? 'status' : table);
}
