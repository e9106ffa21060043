import { sql } from 'kysely';
import type { IndexedWords, SearchDialect } from './search-dialect.ts';

/** By FTS5. Its `ascii` tokenizer keeps whatever is not ASCII as it is, and so our words whole. */
export const sqliteSearch: SearchDialect = {
  create: async db => {
    await sql`create virtual table search using fts5(words, detail = none, tokenize = 'ascii', prefix = '1 2 3')`.execute(
      db,
    );
  },
  read: async (db, ids) => {
    const { rows } = await sql<IndexedWords>`select rowid as id, words from search
      where rowid in (${sql.join(ids)})`.execute(db);
    return new Map(rows.map(row => [row.id, row.words]));
  },
  write: async (db, id, words, isThere) => {
    await (isThere
      ? sql`update search set words = ${words} where rowid = ${id}`
      : sql`insert into search (rowid, words) values (${id}, ${words})`
    ).execute(db);
  },
  page: async (db, afterId, limit) =>
    (
      await sql<IndexedWords>`select rowid as id, words from search
        where rowid > ${afterId} order by rowid limit ${limit}`.execute(db)
    ).rows,
  matching: words =>
    sql<number>`(select search.rowid as id from search where search match ${words.map(word => `"${word}"*`).join(' ')})`,
};
