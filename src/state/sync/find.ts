import type { ListReply } from '../../client/call.ts';
import { MAX_PAGE_SIZE } from '../../contract/schema.ts';
import type { Attempt } from '../calls/attempt.ts';
import type { Desk, Read } from '../desk.ts';
import { toFilter } from '../query/to-filter.ts';
import type { Conversation, Query } from '../world.ts';
import { withConversations } from './memory.ts';
import { pageIds, readPage } from './pages.ts';

/** At most this many kept conversations make a list: more is not work for an hour without a link. */
const MAX_FOUND = 500;

/**
 * Shows the cached conversations that match in place of a list that cannot be read. The first answer replaces it, and
 * until then its foot says so.
 */
export async function listFound(desk: Desk, read: Read): Promise<void> {
  const { query } = desk.world().list;
  const ids = await findKept(desk, query, MAX_FOUND, read);
  const { list } = desk.world();
  if (!read.isCurrent() || list.query !== query || ids.length === 0) return;
  const pages = [{ cursor: null, firstId: ids[0]! }];
  const found = { ...list, ids, pages, nextCursor: null, etag: null, asOf: desk.now(), isOfflineSearch: true };
  desk.set({ list: found });
}

/** The ids of kept conversations that match, in the order of the query; they are loaded then. */
async function findKept(desk: Desk, query: Query, limit: number, read: Read): Promise<readonly number[]> {
  if (!desk.cache.isOn) return [];
  const { conversations } = await desk.cache.find(query, desk.world(), limit, () => read.isCurrent());
  const world = desk.world();
  // Conversations read since then are newer than the cached ones.
  const missing = conversations.filter(({ id }) => !world.base.conversations.has(id));
  desk.store.setState(withConversations(world, missing, read));
  return conversations.map(({ id }) => id);
}

/** The conversations of a query without showing them: merge candidates, all matches. At most `limit` ids. */
export async function findIds(desk: Desk, query: Query, limit: number): Promise<readonly number[]> {
  const read = desk.reads.begin('find');
  const filter = toFilter(query, desk.world());
  const ids = new Set<number>();
  let cursor: string | null = null;
  do {
    const size = Math.min(MAX_PAGE_SIZE, limit - ids.size);
    const page: Attempt<ListReply<Conversation>> = await readPage(desk, filter, read, { cursor, limit: size });
    if (!read.isCurrent()) break;
    if ('error' in page) {
      const kept = page.error.isTransient ? await findKept(desk, query, limit, read) : [];
      if (kept.length === 0) desk.notify({ tone: 'problem', text: page.error.reason });
      for (const id of kept) ids.add(id);
      break;
    }
    desk.store.setState(withConversations(desk.world(), page.value.data, read));
    for (const id of pageIds(page.value)) if (ids.size < limit) ids.add(id);
    cursor = page.value.nextCursor === cursor ? null : page.value.nextCursor;
  } while (cursor !== null && ids.size < limit);
  read.end();
  return [...ids];
}
