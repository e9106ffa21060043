import type { Kysely } from 'kysely';
import { createTables, type DatabaseKind, link } from './columns.ts';

/** Which agents a note calls. */
export function mentions(db: Kysely<never>, kind: DatabaseKind): Promise<void> {
  return createTables(db, kind, { note_mention: link('note', 'agent') });
}
