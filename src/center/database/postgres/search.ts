import { type RawBuilder, sql } from 'kysely';
import { type IndexedWords, type LastRow, type SearchDialect, WHOLE_PART } from '../search-dialect.ts';

function query(words: readonly string[]): RawBuilder<unknown> {
  return sql`${words.map(word => `'${word}':*`).join(' & ')}::tsquery`;
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
  last: async (db, id) =>
    (
      await sql<LastRow>`select part, words from search
        where conversation_id = ${id} order by part desc limit 1`.execute(db)
    ).rows[0],
  insert: async (db, id, part, words) => {
    await sql`insert into search (conversation_id, part, words) values (${id}, ${part}, ${words})`.execute(db);
  },
  update: async (db, id, part, words) => {
    await sql`update search set words = ${words} where conversation_id = ${id} and part = ${part}`.execute(db);
  },
  countParts: async (db, id) => {
    await sql`update search set part = 1 where conversation_id = ${id} and part = ${WHOLE_PART}`.execute(db);
  },
  clear: async (db, id) => {
    await sql`delete from search where conversation_id = ${id}`.execute(db);
  },
  page: async (db, afterId, limit) =>
    (
      await sql<IndexedWords>`select conversation_id as id, string_agg(words, ' ' order by part) as words from search
        where conversation_id > ${afterId} group by conversation_id order by conversation_id limit ${limit}`.execute(db)
    ).rows,
  hasParts: async db => {
    const { rows } = await sql`select 1 from search where part > ${sql.lit(WHOLE_PART)} limit 1`.execute(db);
    return rows.length > 0;
  },
  matching: (words, hasParts) => {
    const whole = sql`select conversation_id as id from search
      where vector @@ ${query(words)} and part = ${sql.lit(WHOLE_PART)}`;
    if (!hasParts) return sql<number>`(${whole})`;
    const inParts = words.map(
      word => sql`select conversation_id as id from search
        where vector @@ ${query([word])} and part > ${sql.lit(WHOLE_PART)}`,
    );
    return sql<number>`(${whole} union all select distinct id from (${sql.join(inParts, sql` intersect `)}) as found)`;
  },
  // As a value it is read for each conversation, not joined with all that have the word.
  containing: (words, id) =>
    sql.join(
      words.map(
        word => sql`(select bool_or(w.vector @@ ${query([word])}) from search as w where w.conversation_id = ${id})`,
      ),
      sql` and `,
    ),
};
