import type { Kysely } from 'kysely';
import { addColumns, type DatabaseKind, optionalText } from './columns.ts';

/** The API key that made a change, by its name then, and the way by which each change came. */
export function authors(db: Kysely<never>, kind: DatabaseKind): Promise<void> {
  return addColumns(db, kind, 'history', { by_key: optionalText, via: optionalText });
}
