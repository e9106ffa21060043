import type { Kysely } from 'kysely';
import { type Additions, add, type DatabaseKind, link } from './columns.ts';

export const additions: Additions = { tables: { note_mention: link('note', 'agent') } };

/** Which agents a note calls. */
export function mentions(db: Kysely<never>, kind: DatabaseKind): Promise<void> {
  return add(db, kind, additions);
}
