import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Db, Work } from '../call.ts';
import type { DatabaseKind } from './migrations/columns.ts';
import type { SearchDialect } from './search-dialect.ts';
import { postgresSearch } from './search-postgres.ts';
import { sqliteSearch } from './search-sqlite.ts';
import { wantedWords, wordsOf } from './search-words.ts';

/** How each database keeps and searches the words of conversations. */
export const searchDialects: Readonly<Record<DatabaseKind, SearchDialect>> = {
  sqlite: sqliteSearch,
  postgres: postgresSearch,
};

/** Makes the table of words. */
export const createSearch = (db: Kysely<never>, kind: DatabaseKind): Promise<void> => searchDialects[kind].create(db);

const readWords = async (work: Work, conversationId: number): Promise<Set<string> | undefined> => {
  const words = await searchDialects[work.kind].read(work.db, conversationId);
  return words === undefined ? undefined : new Set(words.split(' ').filter(word => word !== ''));
};

const writeWords = (work: Work, conversationId: number, words: Iterable<string>, isThere: boolean): Promise<void> =>
  searchDialects[work.kind].write(work.db, conversationId, [...words].join(' '), isThere);

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
  return words.length === 0 ? undefined : searchDialects[kind].matching(words);
};
