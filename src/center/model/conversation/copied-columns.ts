import { type RawBuilder, sql } from 'kysely';
import { chunks } from '../../database/chunks.ts';
import { prepare, prepareEach } from '../../database/prepare.ts';
import type { Work } from '../work.ts';

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

const allCopied = Object.keys(copies) as CopiedColumn[];

/** The copies that differ after a write of these columns. */
export function copiedOf(patch: object): CopiedColumn[] {
  return allCopied.filter(copy => copies[copy].some(column => column in patch));
}

type Copying = 'conversation_tag' | 'conversation_mark';

function copying(table: Copying, columns: readonly string[], which: RawBuilder<unknown>): RawBuilder<never> {
  const named = sql.join(columns.map(column => sql.ref(column)));
  return sql<never>`update ${sql.table(table)} set (${named}) = (
      select ${named} from conversation where conversation.id = ${sql.ref(`${table}.conversation_id`)})
    where conversation_id ${which}`;
}

/** By the table and the columns, with a blank between two. */
const copyOne = prepareEach(key => {
  const [table, ...columns] = key.split(' ') as [Copying, ...string[]];
  return prepare(1, (db, id: number) => ({ compile: () => copying(table, columns, sql`= ${id}`).compile(db) }));
});

/**
 * Brings copies of the conversations' columns up to date, those that are named alone: an index is written to only if it
 * holds one of the columns that are set.
 */
export async function copyColumns(
  work: Work,
  table: Copying,
  ids: readonly number[],
  columns: readonly CopiedColumn[] = allCopied,
): Promise<void> {
  if (ids.length === 1) await copyOne([table, ...columns].join(' '))(work.db, ids[0]!);
  else for (const piece of chunks(ids)) await copying(table, columns, sql`in (${sql.join(piece)})`).execute(work.db);
}
