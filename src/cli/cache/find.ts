import { setImmediate as turn } from 'node:timers/promises';
import type { Contents } from '../../contract/conversation-filter.ts';
import type { CacheMatches } from '../../state/kept/cache.ts';
import { matchesQuery } from '../../state/query/match.ts';
import { compareBy } from '../../state/query/order.ts';
import type { Conversation, Query, Thread, World } from '../../state/world.ts';
import { searchKey } from '../../text/search-key.ts';
import type { PrepareSql } from '../kept/sqlite-file.ts';
import type { CacheFile } from './cache-file.ts';
import { conversationIn, threadIn } from './forms.ts';

/** Rows that are read at once, and how long a slice may take before keys get their turn. */
const ROWS = 50;
const SLICE_MS = 8;

interface Wanted {
  readonly query: Query;
  readonly world: World;
  readonly limit: number;
  readonly isWanted: () => boolean;
}

/** The kept conversations of a query, found in slices. */
export async function findIn(file: CacheFile, { query, world, limit, isWanted }: Wanted): Promise<CacheMatches> {
  const found: Conversation[] = [];
  const compare = compareBy(query.sort);
  // By their last message they come in order, so that the first ones are enough.
  const isSorted = query.sort === 'newest' || query.sort === 'oldest';
  const isMatch = matcherOf(query, world);
  let last: Row | undefined;
  let until = performance.now() + SLICE_MS;
  do {
    const before: Row | undefined = last;
    const read = file.read(sql => rowsAfter(sql, before, query.sort === 'oldest'), []);
    last = read.length < ROWS ? undefined : read.at(-1);
    for (const { id, value } of read) {
      const conversation = conversationIn(value);
      if (conversation && isMatch(conversation, () => threadOf(file, id))) found.push(conversation);
      if (performance.now() < until) continue;
      await turn();
      if (!isWanted()) return { conversations: [], isMore: false };
      until = performance.now() + SLICE_MS;
    }
  } while (last && !(isSorted && found.length > limit));
  found.sort(compare);
  return { conversations: found.slice(0, limit), isMore: found.length > limit };
}

interface Row {
  readonly id: number;
  readonly at: number;
  readonly value: unknown;
}

function rowsAfter(sql: PrepareSql, last: Row | undefined, isOldestFirst: boolean): readonly Row[] {
  const [sign, order, from] = isOldestFirst
    ? (['>', 'asc', Number.MIN_SAFE_INTEGER] as const)
    : (['<', 'desc', Number.MAX_SAFE_INTEGER] as const);
  const text = `select id, at, value from conversation where (at, id) ${sign} (?, ?) order by at ${order}, id ${order} limit ${ROWS}`;
  return sql(text).all(last?.at ?? from, last?.id ?? from) as unknown as readonly Row[];
}

function threadOf(file: CacheFile, id: number): Thread | undefined {
  const row = file.read(sql => sql('select value from thread where id = ?').get(id), undefined);
  return row && threadIn(row.value);
}

type Matcher = (conversation: Conversation, thread: () => Thread | undefined) => boolean;

/** Conditions that only the help center can judge are looked for in the cached texts of the conversation. */
function matcherOf(query: Query, world: World): Matcher {
  const words = wordsOf(query.words);
  const { has, not } = query;
  const plain: Query = { ...query, words: '', has: [], not: { ...not, has: [] } };
  return (conversation, thread) => {
    if (matchesQuery(plain, conversation, world) === false) return false;
    if (has.length > 0 && !has.some(one => holds[one](conversation, thread))) return false;
    if (not.has.some(one => holds[one](conversation, thread))) return false;
    return words.length === 0 || hasWords(words, conversation, thread);
  };
}

/** Whether a conversation has these contents, as far as the cache knows. */
const holds: Readonly<Record<Contents, Matcher>> = {
  note: ({ note_count: notes }, thread) => (notes ?? 0) > 0 || (thread()?.notes ?? []).length > 0,
  attachment: (_, thread) =>
    (thread()?.messages ?? []).some(({ attachments }) => attachments.some(({ inline }) => !inline)) ||
    (thread()?.notes ?? []).some(({ attachments }) => attachments.length > 0),
  review: (_, thread) => (thread()?.reviews ?? []).length > 0,
  side: (_, thread) => (thread()?.messages ?? []).some(({ side }) => side === true),
};

function hasWords(words: readonly string[], conversation: Conversation, thread: () => Thread | undefined): boolean {
  const { title, requester, preview, participants } = conversation;
  const people = [requester, ...(participants ?? [])].map(person => `${person?.name ?? ''} ${person?.email ?? ''}`);
  const missing = missingIn(`${title} ${preview ?? ''} ${people.join(' ')}`, words);
  if (missing.length === 0) return true;
  const { messages = [], notes = [] } = thread() ?? {};
  const texts = [...messages.map(({ body_text: text }) => text), ...notes.map(({ details }) => details)];
  return missingIn(texts.join(' '), missing).length === 0;
}

/** The words with which no word of the text begins. */
function missingIn(text: string, words: readonly string[]): readonly string[] {
  const key = ` ${searchKey(text).replace(/[^\p{L}\p{N}]+/gu, ' ')}`;
  return words.filter(word => !(isSpaced(word) ? key.includes(` ${word}`) : key.includes(word)));
}

/** Other scripts put no spaces between their words. */
function isSpaced(word: string): boolean {
  return !/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u.test(word);
}

function wordsOf(text: string): readonly string[] {
  return searchKey(text)
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean);
}
