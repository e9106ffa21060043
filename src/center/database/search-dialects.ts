import type { Kysely } from 'kysely';
import type { DatabaseKind } from './migrations/columns.ts';
import { postgresSearch } from './postgres/search.ts';
import type { SearchDialect } from './search-dialect.ts';
import { sqliteSearch } from './sqlite/search.ts';

/** How each database stores and searches the words of conversations. */
export const searchDialects: Readonly<Record<DatabaseKind, SearchDialect>> = {
  sqlite: sqliteSearch,
  postgres: postgresSearch,
};

/** Creates the table of words. */
export function createSearch(db: Kysely<never>, kind: DatabaseKind): Promise<void> {
  return searchDialects[kind].create(db);
}
