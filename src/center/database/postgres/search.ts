import { type RawBuilder, sql } from 'kysely';
import type { IndexedWords, SearchDialect } from '../search-dialect.ts';
import type { Db } from '../tables.ts';

/**
 * A tsvector can address only its first mebibyte, and PostgreSQL 15 silently garbles a larger one. So a conversation
 * with more words than this, in characters, is stored in several rows.
 */
const MAX_PART_LENGTH = 200_000;

/** The number of a conversation's only row; several rows count from 1. */
const WHOLE_PART = 0;

function partsOf(words: string): string[] {
  if (words.length <= MAX_PART_LENGTH) return [words];
  const parts: string[] = [];
  for (let at = 0; at < words.length; ) {
    const end = at + MAX_PART_LENGTH >= words.length ? words.length : words.lastIndexOf(' ', at + MAX_PART_LENGTH);
    parts.push(words.slice(at, end));
    at = end + 1;
  }
  return parts;
}

function query(words: readonly string[]): RawBuilder<unknown> {
  return sql`${words.map(word => `'${word}':*`).join(' & ')}::tsquery`;
}

async function insert(db: Db, id: number, part: number, words: string): Promise<void> {
  await sql`insert into search (conversation_id, part, words) values (${id}, ${part}, ${words})`.execute(db);
}

/** Searches by a GIN index over tsvectors of our own words. */
export const postgresSearch: SearchDialect = {
  create: async db => {
    await sql`create table search (conversation_id bigint not null, part integer not null, words text not null,
      vector tsvector generated always as (array_to_tsvector(array_remove(string_to_array(words, ' '), ''))) stored,
      primary key (conversation_id, part))`.execute(db);
    await sql`create index search_by_vector on search using gin (vector)`.execute(db);
    await sql`create index search_in_parts on search (conversation_id) where part > ${sql.lit(WHOLE_PART)}`.execute(db);
  },
  read: async (db, ids) => {
    const { rows } = await sql<IndexedWords>`select conversation_id as id, string_agg(words, ' ' order by part) as words
      from search where conversation_id in (${sql.join(ids)}) group by conversation_id`.execute(db);
    return new Map(rows.map(row => [row.id, row.words]));
  },
  write: async (db, id, words, isThere) => {
    const parts = partsOf(words);
    if (parts.length === 1 && isThere) {
      const { numAffectedRows } = await sql`update search set words = ${words}
        where conversation_id = ${id} and part = ${WHOLE_PART}`.execute(db);
      if (numAffectedRows === 1n) return;
    }
    if (isThere) await sql`delete from search where conversation_id = ${id}`.execute(db);
    if (parts.length === 1) return insert(db, id, WHOLE_PART, words);
    for (const [at, part] of parts.entries()) await insert(db, id, at + 1, part);
  },
  page: async (db, afterId, limit) =>
    (
      await sql<IndexedWords>`select conversation_id as id, string_agg(words, ' ' order by part) as words from search
        where conversation_id > ${afterId} group by conversation_id order by conversation_id limit ${limit}`.execute(db)
    ).rows,
  matching: words => {
    const inParts = words.map(word => sql`bool_or(vector @@ ${query([word])})`);
    return sql<number>`(select conversation_id as id from search
        where vector @@ ${query(words)} and part = ${sql.lit(WHOLE_PART)}
      union all select conversation_id from search where part > ${sql.lit(WHOLE_PART)}
        group by conversation_id having ${sql.join(inParts, sql` and `)})`;
  },
};
