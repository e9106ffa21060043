import type { Kysely, RawBuilder } from 'kysely';
import type { Db } from './tables.ts';

/** A conversation and its distinct words, with a blank between two. */
export interface IndexedWords {
  readonly id: number;
  readonly words: string;
}

/**
 * Where the two databases differ: how one text a conversation, holding its distinct words, is kept and searched. We cut
 * texts into words ourselves, so that both find the same.
 */
export interface SearchDialect {
  create(db: Kysely<never>): Promise<void>;
  /** The words of these conversations, by their ids; of those that have a row. */
  read(db: Db, conversationIds: readonly number[]): Promise<ReadonlyMap<number, string>>;
  /** `isThere`: whether `read` gave something. */
  write(db: Db, conversationId: number, words: string, isThere: boolean): Promise<void>;
  /** In the order of the ids, after the one given. */
  page(db: Db, afterId: number, limit: number): Promise<readonly IndexedWords[]>;
  /** A subquery: as `id`, the conversations that hold all the words, as prefixes. */
  matching(words: readonly string[]): RawBuilder<number>;
}
