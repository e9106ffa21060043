import type { Kysely } from 'kysely';
import { type Additions, add, type DatabaseKind, onlyPart, part } from './columns.ts';

export const additions: Additions = {
  tables: {
    conversation_continued: {
      columns: { conversation_id: onlyPart('conversation'), former_id: part('conversation') },
      indexes: [['former_id']],
    },
  },
};

/** Which conversations go on from one that was closed long ago. */
export function continuations(db: Kysely<never>, kind: DatabaseKind): Promise<void> {
  return add(db, kind, additions);
}
