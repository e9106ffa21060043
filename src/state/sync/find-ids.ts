import type { ListReply } from '../../client/call.ts';
import { MAX_PAGE_SIZE } from '../../contract/schema.ts';
import type { Attempt } from '../attempt.ts';
import type { Desk } from '../context.ts';
import { toFilter } from '../query/to-filter.ts';
import type { Conversation, Query } from '../world.ts';
import { findKept } from './found-list.ts';
import { withConversations } from './memory.ts';
import { idsOf, readPage } from './pages.ts';

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
    desk.store.setState(withConversations(desk.world(), page.value.data, read), true);
    for (const id of idsOf(page.value)) if (ids.size < limit) ids.add(id);
    cursor = page.value.nextCursor === cursor ? null : page.value.nextCursor;
  } while (cursor !== null && ids.size < limit);
  read.end();
  return [...ids];
}
