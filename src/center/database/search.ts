import type { Kysely } from 'kysely';
import type { DatabaseKind } from './migrations/columns.ts';
import { postgresSearch } from './postgres/search.ts';
import { type IndexedWords, type LastRow, type SearchDialect, WHOLE_PART } from './search-dialect.ts';
import { sqliteSearch } from './sqlite/search.ts';
import type { Db } from './tables.ts';

/** How each database stores and searches the words of conversations. */
export const searchDialects: Readonly<Record<DatabaseKind, SearchDialect>> = {
  sqlite: sqliteSearch,
  postgres: postgresSearch,
};

/** Creates the table of words. */
export function createSearch(db: Kysely<never>, kind: DatabaseKind): Promise<void> {
  return searchDialects[kind].create(db);
}

/**
 * The most characters of a row of words; a usual conversation has fewer. PostgreSQL 15 silently garbles a row of a
 * mebibyte.
 */
const MAX_ROW_LENGTH = 16_384;

function rowsOf(words: Iterable<string>): string[] {
  const rows: string[] = [];
  let row: string[] = [];
  let length = 0;
  for (const word of words) {
    if (length + word.length > MAX_ROW_LENGTH && row.length > 0) {
      rows.push(row.join(' '));
      [row, length] = [[], 0];
    }
    row.push(word);
    length += word.length + 1;
  }
  return [...rows, row.join(' ')];
}

/**
 * Stores distinct words of a conversation as rows: those of its last row, if it has one, followed by new words, or the
 * words of a conversation without a row.
 */
export async function addWords(
  kind: DatabaseKind,
  db: Db,
  conversationId: number,
  words: Iterable<string>,
  last?: LastRow,
): Promise<void> {
  const search = searchDialects[kind];
  const rows = rowsOf(words);
  const isWhole = rows.length === 1 && (last === undefined || last.part === WHOLE_PART);
  if (last?.part === WHOLE_PART && !isWhole) await search.countParts(db, conversationId);
  for (const [at, row] of rows.entries()) {
    const part = isWhole ? WHOLE_PART : Math.max(last?.part ?? 1, 1) + at;
    if (at > 0 || !last) await search.insert(db, conversationId, part, row);
    else if (row !== last.words) await search.update(db, conversationId, part, row);
  }
}

const WORDS_AT_ONCE = 200;

/** The words of all conversations by pages, in the order of their ids. */
export async function* wordPages(kind: DatabaseKind, db: Db): AsyncGenerator<readonly IndexedWords[]> {
  for (let last: number | undefined = 0; last !== undefined; ) {
    const page = await searchDialects[kind].page(db, last, WORDS_AT_ONCE);
    if (page.length > 0) yield page;
    last = page.length < WORDS_AT_ONCE ? undefined : page.at(-1)!.id;
  }
}
