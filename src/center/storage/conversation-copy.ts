import { sql } from 'kysely';
import type { Work } from '../call.ts';
import { chunks } from './chunks.ts';

/** The copies of a conversation's columns that its tags and marks have, each with the columns that it is made of. */
const copies = {
  shelf: ['archived', 'merged_into'],
  status_id: ['status_id'],
  home_id: ['home_id'],
  assign_key: ['assign_to'],
  last_message_at: ['last_message_at'],
} as const;

/** A column of which tags and marks have a copy. */
export type CopiedColumn = keyof typeof copies;

export const allCopied = Object.keys(copies) as CopiedColumn[];

/** The copies that differ after a write of these columns. */
export const copiedOf = (patch: object): CopiedColumn[] =>
  allCopied.filter(copy => copies[copy].some(column => column in patch));

/**
 * Brings copies of the conversations' columns up to date, those that are named alone: an index is written to only if it
 * holds one of the columns that are set.
 */
export const copyColumns = async (
  work: Work,
  table: 'conversation_tag' | 'conversation_mark',
  ids: readonly number[],
  columns: readonly CopiedColumn[] = allCopied,
): Promise<void> => {
  const named = sql.join(columns.map(column => sql.ref(column)));
  for (const piece of chunks(ids))
    await sql`update ${sql.table(table)} set (${named}) = (
      select ${named} from conversation where conversation.id = ${sql.ref(`${table}.conversation_id`)})
    where conversation_id in (${sql.join(piece)})`.execute(work.db);
};
