import { sql } from 'kysely';
import { prepare } from '../prepare.ts';
import type { IndexedWords, SearchDialect } from '../search-dialect.ts';

const readOne = prepare(1, (db, id: number) => ({
  compile: () => sql<IndexedWords>`select rowid as id, words from search where rowid = ${id}`.compile(db),
}));

const insertOne = prepare(2, (db, id: number, words: string) => ({
  compile: () => sql<never>`insert into search (rowid, words) values (${id}, ${words})`.compile(db),
}));

const updateOne = prepare(2, (db, id: number, words: string) => ({
  compile: () => sql<never>`update search set words = ${words} where rowid = ${id}`.compile(db),
}));

/** Searches by FTS5. Its `ascii` tokenizer leaves all other characters as they are, so our words stay whole. */
export const sqliteSearch: SearchDialect = {
  create: async db => {
    await sql`create virtual table search using fts5(words, detail = none, tokenize = 'ascii', prefix = '1 2 3')`.execute(
      db,
    );
  },
  read: async (db, ids) => {
    const rows =
      ids.length === 1
        ? await readOne(db, ids[0]!)
        : (await sql<IndexedWords>`select rowid as id, words from search where rowid in (${sql.join(ids)})`.execute(db))
            .rows;
    return new Map(rows.map(row => [row.id, row.words]));
  },
  write: async (db, id, words, isThere) => {
    await (isThere ? updateOne : insertOne)(db, id, words);
  },
  page: async (db, afterId, limit) =>
    (
      await sql<IndexedWords>`select rowid as id, words from search
        where rowid > ${afterId} order by rowid limit ${limit}`.execute(db)
    ).rows,
  matching: words =>
    sql<number>`(select search.rowid as id from search where search match ${words.map(word => `"${word}"*`).join(' ')})`,
};
