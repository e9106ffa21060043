import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { rowWith } from '../../database/rows.ts';
import type { Db, Row } from '../../database/tables.ts';
import { notFound } from '../problem.ts';
import { afterCursor, type Page } from './paging.ts';

type ListedTable = 'agent' | 'team' | 'conversation_status';

/** A page (or all) of the rows of a small table; by default its caller sees them all. */
export async function listRows<Table extends ListedTable | 'saved_reply' | 'rule' | 'erasure'>(
  db: Db,
  table: Table,
  page: Page,
  isSeen: RawBuilder<SqlBool> = sql`1 = 1`,
): Promise<{ rows: readonly Row<Table>[]; nextCursor: string | null }> {
  const column = (table === 'saved_reply' && page.field === 'name' ? 'name_key' : page.field) as 'name';
  const found = await db
    .selectFrom(table as 'team')
    .selectAll()
    .where(isSeen)
    .where(afterCursor(page, column, 'id'))
    .orderBy(column, page.direction)
    .orderBy('id', page.direction)
    .$if(page.take !== undefined, all => all.limit(page.take!))
    .execute();
  const { rows, nextCursor } = page.close(found, row => [row[column], row.id]);
  return { rows: rows as readonly unknown[] as readonly Row<Table>[], nextCursor };
}

/** Throws `not_found` if the list has no such entry; undefined if none is asked for. */
export async function requireNamed(db: Db, table: ListedTable, id: number | undefined): Promise<void> {
  if (id === undefined || (await rowWith(db, table, { id }))) return;
  throw notFound(table === 'conversation_status' ? 'status' : table);
}
