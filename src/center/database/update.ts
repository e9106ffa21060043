import { type RawBuilder, sql } from 'kysely';
import type { DatabaseKind } from './migrations/columns.ts';

/**
 * How an update of several rows begins. SQLite keeps the former pages in a temporary file, in case the update fails
 * half-way, unless it may leave it at that. It may: a write that fails undoes its whole transaction.
 */
export function updating(kind: DatabaseKind): RawBuilder<unknown> {
  return sql.raw(kind === 'sqlite' ? 'update or fail' : 'update');
}
