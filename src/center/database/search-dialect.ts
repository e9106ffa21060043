import type { Kysely, RawBuilder } from 'kysely';
import type { Db } from './tables.ts';

/** A conversation and its words, separated by blanks. */
export interface IndexedWords {
  readonly id: number;
  readonly words: string;
}

/** The last row of a conversation's words. */
export interface LastRow {
  readonly part: number;
  readonly words: string;
}

/** The number of a conversation's only row; several rows count from 1. */
export const WHOLE_PART = 0;

/**
 * The difference between the two databases: how the words of conversations are stored and searched. We split texts into
 * words ourselves, so that both find the same. The words of a long conversation take several rows, and may repeat in
 * them: a row is written as a whole, so one row would make each message cost as much as all before it.
 */
export interface SearchDialect {
  create(db: Kysely<never>): Promise<void>;
  /** The words of these conversations, by their ids; only of those with a row. */
  read(db: Db, conversationIds: readonly number[]): Promise<ReadonlyMap<number, string>>;
  /** Undefined for a conversation without a row. */
  last(db: Db, conversationId: number): Promise<LastRow | undefined>;
  insert(db: Db, conversationId: number, part: number, words: string): Promise<void>;
  update(db: Db, conversationId: number, part: number, words: string): Promise<void>;
  /** Makes the only row the first of several. */
  countParts(db: Db, conversationId: number): Promise<void>;
  /** Removes all rows of a conversation. */
  clear(db: Db, conversationId: number): Promise<void>;
  /** All words of each conversation, in the order of the ids, after the given one. */
  page(db: Db, afterId: number, limit: number): Promise<readonly IndexedWords[]>;
  /** Whether any conversation has several rows. */
  hasParts(db: Db): Promise<boolean>;
  /**
   * A subquery: as `id`, each once, the conversations that contain all the words, as prefixes. Without `hasParts` only
   * those with one row, which is quicker.
   */
  matching(words: readonly string[], hasParts: boolean): RawBuilder<number>;
  /** True for the conversation with this id if it contains all the words, as prefixes: reads its words alone. */
  containing(words: readonly string[], id: RawBuilder<unknown>, hasParts: boolean): RawBuilder<unknown>;
}
