import type { Kysely } from 'kysely';
import { type Additions, add, type DatabaseKind, integer, part, refers, text, whole } from './columns.ts';

export const additions: Additions = {
  tables: {
    contact_note: {
      columns: {
        contact_id: part('contact'),
        version: integer,
        agent_id: refers('agent'),
        details: text,
        created_at: whole,
      },
      key: ['contact_id', 'version'],
    },
  },
};

/** The team's notes about its customers. */
export function contactNotes(db: Kysely<never>, kind: DatabaseKind): Promise<void> {
  return add(db, kind, additions);
}
