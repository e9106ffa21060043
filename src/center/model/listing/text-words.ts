import { sql } from 'kysely';
import type { DatabaseKind } from '../../database/migrations/columns.ts';
import { searchDialects } from '../../database/search.ts';
import type { Db } from '../../database/tables.ts';

/** A text's words: those by which conversations are found, and those that are looked for in each. */
export interface TextWords {
  readonly found: readonly string[];
  /** Those whose conversations are collected once, so that each conversation of a list is looked for among them. */
  readonly among?: readonly string[];
  readonly checked: readonly string[];
  /** Whether conversations have several rows of words. */
  readonly hasParts: boolean;
}

/** A word that is so many times as frequent as the rarest one is cheaper to look for in each conversation found. */
const TIMES_AS_FREQUENT = 20;

/** How frequent words are in some conversations of a list. */
export interface Sampled {
  /** How many conversations have all the words. */
  readonly all: number;
  /** The words that are rare beside the others, and the others. */
  readonly rare: readonly string[];
  readonly frequent: readonly string[];
}

/** Counts words, as prefixes, in the conversations of these ids. */
export async function sampleWords(
  db: Db,
  kind: DatabaseKind,
  words: readonly string[],
  ids: readonly number[],
): Promise<Sampled> {
  const texts =
    ids.length === 0 ? [] : [...(await searchDialects[kind].read(db, ids)).values()].map(text => ` ${text}`);
  const has = (text: string, word: string) => text.includes(` ${word}`);
  const counts = new Map(words.map(word => [word, texts.filter(text => has(text, word)).length]));
  const fewest = Math.max(1, Math.min(...counts.values()));
  const isFrequent = (word: string) => counts.get(word)! >= TIMES_AS_FREQUENT * fewest;
  return {
    all: texts.filter(text => words.every(word => has(text, word))).length,
    rare: words.filter(word => !isFrequent(word)),
    frequent: words.filter(isFrequent),
  };
}

/** Whether more conversations than `most` are among those of its words, counted from an id. */
export async function hasMore(db: Db, kind: DatabaseKind, { among = [], hasParts }: TextWords, most: number, from = 0) {
  const matching = searchDialects[kind].matching(among, hasParts);
  const { rows } = await sql`select 1 from ${matching} as m where id >= ${from} limit 1 offset ${most}`.execute(db);
  return rows.length > 0;
}
