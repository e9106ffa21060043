import { sql } from 'kysely';
import type { DatabaseKind } from '../../database/migrations/columns.ts';
import { prepareEach, prepareList } from '../../database/prepare.ts';
import { chunks, updating } from '../../database/statement.ts';
import type { Work } from '../work.ts';

/** The columns of tags, marks and spans that copy a conversation's, each with the columns that it depends on. */
const copies = {
  shelf: ['shelved', 'merged_into'],
  status_id: ['status_id'],
  home_id: ['home_id'],
  assign_key: ['assign_to'],
  last_message_at: ['last_message_at'],
} as const;

/** A column of which tags and marks have a copy. */
export type CopiedColumn = keyof typeof copies;

/** All of them. */
export const allCopied = Object.keys(copies) as CopiedColumn[];

/** The copies to update after a write of these columns. */
export function copiedOf(patch: object): CopiedColumn[] {
  return allCopied.filter(copy => copies[copy].some(column => column in patch));
}

type Copying = 'conversation_tag' | 'conversation_mark';

/** The only columns of which spans have a copy. */
const ofSpans: readonly CopiedColumn[] = ['home_id', 'assign_key'];

/** By the kind of database, the table and the columns, separated by a blank. */
const setAlike = prepareEach(key => {
  const [kind, table, ...columns] = key.split(' ') as [DatabaseKind, string, ...CopiedColumn[]];
  return prepareList(columns.length, (_db, ids: readonly number[], ...values: readonly number[]) => {
    const set = columns.map((column, at) => sql`${sql.ref(column)} = ${values[at]}`);
    return sql<never>`${updating(kind)} ${sql.table(table)} set ${sql.join(set)}
      where conversation_id in (${sql.join(ids)})`;
  });
});

/**
 * Sets the copies of conversations that have the same values in these columns, namely `row`'s. An index is written only
 * if it contains one of these columns.
 */
export async function setCopies(
  work: Work,
  ids: readonly number[],
  columns: readonly CopiedColumn[],
  row: Readonly<Record<CopiedColumn, number>>,
): Promise<void> {
  if (columns.length === 0) return;
  for (const table of ['conversation_tag', 'conversation_mark', 'conversation_span']) {
    const own = table === 'conversation_span' ? columns.filter(column => ofSpans.includes(column)) : columns;
    if (own.length > 0)
      await setAlike([work.kind, table, ...own].join(' '))(work.db, ids, ...own.map(column => row[column]));
  }
}

/** Updates all copies of the conversations' columns; the conversations may differ in their values. */
export async function copyColumns(work: Work, table: Copying, ids: readonly number[]): Promise<void> {
  const named = sql.join(allCopied.map(column => sql.ref(column)));
  for (const piece of chunks(ids))
    await sql`update ${sql.table(table)} set (${named}) = (
        select ${named} from conversation where conversation.id = ${sql.ref(`${table}.conversation_id`)})
      where conversation_id in (${sql.join(piece)})`.execute(work.db);
}
