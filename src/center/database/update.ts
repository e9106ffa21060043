import { type RawBuilder, sql } from 'kysely';
import type { DatabaseKind } from './migrations/columns.ts';

/**
 * The first words of an update of several rows. With a plain `update`, SQLite saves the former pages in a temporary
 * file, to undo an update that fails half-way. `or fail` needs no such file: a failed write rolls back its transaction.
 */
export function updating(kind: DatabaseKind): RawBuilder<unknown> {
  return sql.raw(kind === 'sqlite' ? 'update or fail' : 'update');
}
