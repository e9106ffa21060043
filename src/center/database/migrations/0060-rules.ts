import { type Additions, id, integer, text, unique, whole } from './columns.ts';

/** Rules for conversations whose customers write. */
export const additions: Additions = {
  tables: { rule: { columns: { id, name_key: unique, definition: text, enabled: integer, sort: whole } } },
};
