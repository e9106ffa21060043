import type { Kysely } from 'kysely';
import { type Additions, add, type DatabaseKind, id, integer, text, unique, whole } from './columns.ts';

export const additions: Additions = {
  tables: { rule: { columns: { id, name_key: unique, definition: text, enabled: integer, sort: whole } } },
};

/** Rules for conversations whose customers write. */
export function rules(db: Kysely<never>, kind: DatabaseKind): Promise<void> {
  return add(db, kind, additions);
}
