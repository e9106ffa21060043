import { sql } from 'kysely';
import { type Additions, id, integer, link, part, refers, text, whole } from './columns.ts';

/** Texts that agents use again, the team's or an agent's own, with files and actions. */
export const additions: Additions = {
  tables: {
    saved_reply: {
      columns: {
        id,
        owner_id: refers('agent'),
        name: text,
        name_key: text,
        text,
        actions: text,
        version: integer,
        updated_at: whole,
      },
      more: () => [sql`create unique index saved_reply_name on saved_reply (name_key, (coalesce(owner_id, 0)))`],
    },
    saved_reply_attachment: link('saved_reply', 'attachment', { position: integer }),
    saved_reply_inbox: {
      columns: { saved_reply_id: part('saved_reply'), inbox_id: whole },
      key: ['saved_reply_id', 'inbox_id'],
    },
  },
};
