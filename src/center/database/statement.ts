import { type RawBuilder, sql } from 'kysely';
import type { DatabaseKind } from './migrations/columns.ts';
import type { Db } from './tables.ts';

/** Cuts rows into pieces that fit one statement: databases allow some 30,000 values in one. */
export function chunks<T>(rows: readonly T[], size = 1_000): T[][] {
  return Array.from({ length: Math.ceil(rows.length / size) }, (_, index) =>
    rows.slice(index * size, (index + 1) * size),
  );
}

/** A pattern for `like … escape '\'` that matches texts containing this one, with any signs in it. */
export function likePattern(text: string): string {
  return `%${text.replace(/[\\%_]/g, '\\$&')}%`;
}

/**
 * The first words of an update of several rows. With a plain `update`, SQLite saves the former pages in a temporary
 * file, to undo an update that fails half-way. `or fail` needs no such file: a failed write rolls back its transaction.
 */
export function updating(kind: DatabaseKind): RawBuilder<unknown> {
  return sql.raw(kind === 'sqlite' ? 'update or fail' : 'update');
}

/** Whether a query, from its tables on, finds at most this many rows: it reads no more. */
export async function areFew(db: Db, from: RawBuilder<unknown>, most: number): Promise<boolean> {
  const { rows } = await sql`select 1 from ${from} limit 1 offset ${most}`.execute(db);
  return rows.length === 0;
}
