import { sql } from 'kysely';
import { type Additions, onlyPart, text } from './columns.ts';

/** Where conversations come from that another help desk exported, and their ids there. */
export const additions: Additions = {
  tables: {
    conversation_origin: {
      columns: { conversation_id: onlyPart('conversation'), source: text, external_id: text },
      more: () => [sql`create unique index conversation_origin_id on conversation_origin (external_id, source)`],
    },
  },
};
