import { sql } from 'kysely';
import { prepare } from '../prepare.ts';
import { type IndexedWords, type LastRow, type SearchDialect, WHOLE_PART } from '../search-dialect.ts';

/** The only row of a conversation has its id. The rows of one with several follow each other from here on. */
const FIRST_OF_PARTS = 2 ** 52;

/** How many rows a conversation can have: ids up to 2^40 stay exact numbers. */
const PARTS = 2 ** 12;

function conversationOfPart(row: 'id' | 'rowid') {
  return sql<number>`(${sql.ref(row)} - ${sql.lit(FIRST_OF_PARTS)}) / ${sql.lit(PARTS)}`;
}

/** A large number would be bound as a floating-point one, by which FTS5 bounds no search. */
function rowOf(id: number, part: number): bigint {
  return BigInt(part === WHOLE_PART ? id : FIRST_OF_PARTS + id * PARTS + Math.min(part, PARTS - 1));
}

const readWhole = prepare(
  1,
  (_db, id: number) => sql<LastRow>`select ${sql.lit(WHOLE_PART)} as part, words from search where rowid = ${id}`,
);
const readLastPart = prepare(
  2,
  (_db, first: bigint, last: bigint) => sql<LastRow>`select rowid % ${sql.lit(PARTS)} as part, words from search
    where rowid between ${first} and ${last} order by rowid desc limit 1`,
);
const insertRow = prepare(
  2,
  (_db, row: bigint, words: string) => sql<never>`insert into search (rowid, words) values (${row}, ${words})`,
);
const updateRow = prepare(
  2,
  (_db, row: bigint, words: string) => sql<never>`update search set words = ${words} where rowid = ${row}`,
);

function query(words: readonly string[]): string {
  return words.map(word => `"${word}"*`).join(' ');
}

/** Searches by FTS5. Its `ascii` tokenizer leaves all other characters as they are, so our words stay whole. */
export const sqliteSearch: SearchDialect = {
  create: async db => {
    await sql`create virtual table search using fts5(words, detail = none, tokenize = 'ascii', prefix = '1 2 3')`.execute(
      db,
    );
  },
  read: async (db, ids) => {
    const { rows } = await sql<IndexedWords>`select rowid as id, words from search
      where rowid in (${sql.join(ids)})`.execute(db);
    const found = new Map(rows.map(row => [row.id, row.words]));
    for (const id of ids) {
      if (found.has(id)) continue;
      const parts = await sql<IndexedWords>`select words from search
        where rowid between ${rowOf(id, 1)} and ${rowOf(id, PARTS)} order by rowid`.execute(db);
      if (parts.rows.length > 0) found.set(id, parts.rows.map(row => row.words).join(' '));
    }
    return found;
  },
  last: async (db, id) => (await readWhole(db, id))[0] ?? (await readLastPart(db, rowOf(id, 1), rowOf(id, PARTS)))[0],
  insert: async (db, id, part, words) => {
    await insertRow(db, rowOf(id, part), words);
  },
  update: async (db, id, part, words) => {
    await updateRow(db, rowOf(id, part), words);
  },
  countParts: async (db, id) => {
    await sql`update search set rowid = ${rowOf(id, 1)} where rowid = ${id}`.execute(db);
  },
  clear: async (db, id) => {
    await sql`delete from search where rowid = ${id}`.execute(db);
    await sql`delete from search where rowid between ${rowOf(id, 1)} and ${rowOf(id, PARTS)}`.execute(db);
  },
  // FTS5 would read all later rows for each page; its own table of their texts obeys the limit.
  page: async (db, afterId, limit) =>
    (
      await sql<IndexedWords>`select * from (select id, c0 as words from search_content
          where id > ${afterId} and id < ${sql.lit(FIRST_OF_PARTS)} order by id limit ${limit})
        union all select * from (select ${conversationOfPart('id')} as id, group_concat(words, ' ') as words
          from (select id, c0 as words from search_content where id >= ${rowOf(afterId + 1, 1)} order by id)
          group by 1 order by 1 limit ${limit})
        order by id limit ${limit}`.execute(db)
    ).rows,
  hasParts: async db => {
    const { rows } = await sql`select 1 from search where rowid >= ${sql.lit(FIRST_OF_PARTS)} limit 1`.execute(db);
    return rows.length > 0;
  },
  matching: (words, hasParts) => {
    const whole = sql`select search.rowid as id from search where search match ${query(words)}`;
    if (!hasParts) return sql<number>`(${whole})`;
    const first = sql.lit(FIRST_OF_PARTS);
    const inParts = words.map(
      word => sql`select ${conversationOfPart('rowid')} as id from search
        where search match ${query([word])} and rowid >= ${first}`,
    );
    return sql<number>`(${whole} and rowid < ${first}
      union all select distinct id from (${sql.join(inParts, sql` intersect `)}))`;
  },
  // FTS5 collects all conversations of a word before it looks for one; its own table of their texts does not.
  containing: (words, id, hasParts) => {
    const has = (word: string) => sql`instr(' ' || w.c0, ${` ${word}`}) > 0`;
    const whole = sql`exists (select 1 from search_content as w where w.id = ${id} and ${sql.join(words.map(has), sql` and `)})`;
    if (!hasParts) return whole;
    const first = sql`${sql.lit(FIRST_OF_PARTS)} + ${id} * ${sql.lit(PARTS)}`;
    const inParts = words.map(
      word => sql`exists (select 1 from search_content as w
        where w.id between ${first} and ${first} + ${sql.lit(PARTS - 1)} and ${has(word)})`,
    );
    return sql`(${whole} or (${sql.join(inParts, sql` and `)}))`;
  },
};
