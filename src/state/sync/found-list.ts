import type { Desk, Read } from '../context.ts';
import type { Query } from '../world.ts';
import { withConversations } from './memory.ts';

/** At most this many kept conversations make a list: more is no work for an hour without a link. */
const MAX_FOUND = 500;

/**
 * Puts the kept conversations that match in place of a list that cannot be read. It is no list of the help center: the
 * first answer replaces it, and until then its foot says what it is.
 */
export async function listFound(desk: Desk, read: Read): Promise<void> {
  const { query } = desk.world().list;
  const ids = await findKept(desk, query, MAX_FOUND, read);
  const { list } = desk.world();
  if (!read.isCurrent() || list.query !== query || ids.length === 0) return;
  const pages = [{ cursor: null, firstId: ids[0]! }];
  const found = { ...list, ids, pages, nextCursor: null, etag: null, asOf: desk.now(), isFound: true };
  desk.store.setState({ ...desk.world(), list: found }, true);
}

/** The ids of kept conversations that match, in the order of the query; they are loaded then. */
export async function findKept(desk: Desk, query: Query, limit: number, read: Read): Promise<readonly number[]> {
  if (!desk.cache.isOn) return [];
  const { conversations } = await desk.cache.find(query, desk.world(), limit, () => read.isCurrent());
  const world = desk.world();
  // What was read since then is newer than what was kept.
  const missing = conversations.filter(({ id }) => !world.base.conversations.has(id));
  desk.store.setState(withConversations(world, missing, read), true);
  return conversations.map(({ id }) => id);
}
