import { type Additions, link } from './columns.ts';

/** Which agents a note calls. */
export const additions: Additions = { tables: { note_mention: link('note', 'agent') } };
