import type { Kysely, RawBuilder } from 'kysely';
import type { Db } from './tables.ts';

/** A conversation and its distinct words, separated by blanks. */
export interface IndexedWords {
  readonly id: number;
  readonly words: string;
}

/**
 * The difference between the two databases: how one text per conversation, its distinct words, is stored and searched.
 * We split texts into words ourselves, so that both find the same.
 */
export interface SearchDialect {
  create(db: Kysely<never>): Promise<void>;
  /** The words of these conversations, by their ids; only of those with a row. */
  read(db: Db, conversationIds: readonly number[]): Promise<ReadonlyMap<number, string>>;
  /** `isThere`: whether `read` returned something. */
  write(db: Db, conversationId: number, words: string, isThere: boolean): Promise<void>;
  /** In the order of the ids, after the given one. */
  page(db: Db, afterId: number, limit: number): Promise<readonly IndexedWords[]>;
  /** A subquery: as `id`, the conversations that contain all the words, as prefixes. */
  matching(words: readonly string[]): RawBuilder<number>;
}
