import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Db, Work } from '../call.ts';
import type { DatabaseKind } from './migrations/columns.ts';
import { wantedWords, wordsOf } from './search-words.ts';

/**
 * Where the two databases differ: how one row a conversation, holding its distinct words, is kept and searched. We cut
 * texts into words ourselves, so that both find the same.
 */
interface SearchDialect {
  create(db: Kysely<never>): Promise<void>;
  readonly id: RawBuilder<number>;
  /** True for rows that hold all the words, as prefixes. */
  matches(words: readonly string[]): RawBuilder<boolean>;
}

const dialects: Readonly<Record<DatabaseKind, SearchDialect>> = {
  sqlite: {
    create: async db => {
      // The `ascii` tokenizer keeps whatever is not ASCII as it is, and so our words whole.
      await sql`create virtual table search using fts5(words, detail = none, tokenize = 'ascii', prefix = '1 2 3')`.execute(
        db,
      );
    },
    id: sql<number>`search.rowid`,
    matches: words => sql<boolean>`search match ${words.map(word => `"${word}"*`).join(' ')}`,
  },
  postgres: {
    create: async db => {
      await sql`create table search (conversation_id bigint primary key, words text not null,
        vector tsvector generated always as (array_to_tsvector(string_to_array(words, ' '))) stored)`.execute(db);
      await sql`create index search_by_vector on search using gin (vector)`.execute(db);
    },
    id: sql<number>`search.conversation_id`,
    matches: words => sql<boolean>`search.vector @@ ${words.map(word => `'${word}':*`).join(' & ')}::tsquery`,
  },
};

/** Makes the table of words. */
export const createSearch = (db: Kysely<never>, kind: DatabaseKind): Promise<void> => dialects[kind].create(db);

const idColumn = (kind: DatabaseKind) => sql.raw(kind === 'sqlite' ? 'rowid' : 'conversation_id');

const readWords = async (work: Work, conversationId: number): Promise<Set<string> | undefined> => {
  const { rows } = await sql<{ words: string }>`select words from search
    where ${dialects[work.kind].id} = ${conversationId}`.execute(work.db);
  return rows[0] && new Set(rows[0].words.split(' '));
};

const writeWords = async (work: Work, conversationId: number, words: Iterable<string>, isThere: boolean) => {
  const text = [...words].join(' ');
  await (isThere
    ? sql`update search set words = ${text} where ${dialects[work.kind].id} = ${conversationId}`
    : sql`insert into search (${idColumn(work.kind)}, words) values (${conversationId}, ${text})`
  ).execute(work.db);
};

/** Adds texts to what a conversation is found by. */
export const indexText = async (work: Work, conversationId: number, texts: readonly string[]): Promise<void> => {
  const known = await readWords(work, conversationId);
  const all = new Set([...(known ?? []), ...texts.flatMap(wordsOf)]);
  if (!known || all.size > known.size) await writeWords(work, conversationId, all, known !== undefined);
};

const textsOf = async (db: Db, conversationId: number): Promise<string[]> => {
  const { rows } = await sql<{ text: string | null }>`
    select title as text from conversation where id = ${conversationId}
    union all select body_text from message where conversation_id = ${conversationId}
    union all select details from note where conversation_id = ${conversationId}
    union all select contact.name from contact join conversation_contact as link on link.contact_id = contact.id
      where link.conversation_id = ${conversationId}
    union all select contact.email from contact join conversation_contact as link on link.contact_id = contact.id
      where link.conversation_id = ${conversationId}`.execute(db);
  return rows.flatMap(({ text }) => (text === null ? [] : [text]));
};

/** Reads anew what conversations are found by; needed after anything was taken away or replaced. */
export const reindex = async (work: Work, conversationIds: readonly number[]): Promise<void> => {
  for (const id of conversationIds) {
    const known = await readWords(work, id);
    const all = new Set((await textsOf(work.db, id)).flatMap(wordsOf));
    if (!known || known.size !== all.size || known.difference(all).size > 0)
      await writeWords(work, id, all, known !== undefined);
  }
};

/** A subquery: the ids of the conversations that hold all words of a text. Undefined where it has no words. */
export const matching = (kind: DatabaseKind, text: string): RawBuilder<number> | undefined => {
  const words = wantedWords(text);
  const { id, matches } = dialects[kind];
  return words.length === 0 ? undefined : sql<number>`(select ${id} as id from search where ${matches(words)})`;
};
