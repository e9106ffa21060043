import { type Additions, integer, part, refers, text, whole } from './columns.ts';

/** The team's notes about its customers. */
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
