import type { CachedPlaces, Said } from '../cache.ts';
import type { Desk } from '../context.ts';
import type { Offer, Offers, World } from '../world.ts';

/** A restored list is not longer: the rows above the cursor would all be read. */
const MAX_ROWS = 2_000;

/** What every start asks for again. Any other extension that is missing is asked for once in a run. */
const ASKED_AGAIN: readonly Offer[] = ['me', 'statuses', 'agents', 'tags', 'onceKeys'];

/**
 * Keeps what the help center says: whatever became another in what it last said. Pending changes are not in that.
 * Returns a function that ends it.
 */
export function keepCache(desk: Desk): () => void {
  const { cache, store } = desk;
  if (!cache.isOn) return () => undefined;
  return store.subscribe((world, former) => {
    const { base } = world;
    const { base: before } = former;
    const isOtherBase = base !== before;
    const conversations = isOtherBase ? base.conversations.since(before.conversations).map(([, one]) => one) : [];
    const threads = isOtherBase ? base.threads.since(before.threads).filter(([, thread]) => !thread.isCached) : [];
    const list = world.list === former.list ? undefined : listOf(world, former);
    const places = placesOf(world, former);
    if (conversations.length > 0 || threads.length > 0 || list || places)
      cache.keep({ conversations, threads, ...(list ? { list } : {}), ...(places ? { places } : {}) });
    if (base.inboxes !== before.inboxes) forgetInboxes(desk, world, former);
  });
}

/** A list as it would be listed if it were read now; undefined if nothing of that was said. */
function listOf({ list }: World, { list: former }: World): Said['list'] {
  const { asOf, isCached, isFound, loading, query, filter, etag } = list;
  if (asOf === null || isCached || isFound || loading === 'first') return undefined;
  const isSame = PARTS_OF_LIST.every(part => list[part] === former[part]);
  if (isSame && !former.isCached) return undefined;
  const all = [...list.newAbove, ...list.ids.filter(id => !list.taken.has(id) && !list.gone.has(id))];
  const said = { query, filter, firstLimit: list.firstLimit, etag, asOf };
  if (all.length <= MAX_ROWS) return { ...said, ids: all, nextCursor: list.nextCursor };
  const page = list.pages.findLast(({ firstId }) => all.lastIndexOf(firstId, MAX_ROWS) > 0);
  const end = page ? all.indexOf(page.firstId) : MAX_ROWS;
  return { ...said, ids: all.slice(0, end), nextCursor: page?.cursor ?? null };
}

const PARTS_OF_LIST = ['ids', 'newAbove', 'taken', 'gone', 'etag', 'nextCursor', 'filter'] as const;

/** Those places that became others. */
function placesOf(world: World, former: World): Partial<CachedPlaces> | undefined {
  const now = allPlaces(world);
  const before = allPlaces(former);
  const changed = Object.entries(now).filter(([name, value]) => value !== before[name as keyof CachedPlaces]);
  if (changed.length === 0) return undefined;
  const places: Partial<CachedPlaces> = Object.fromEntries(changed);
  return places.offers ? { ...places, offers: offersToKeep(places.offers) } : places;
}

function allPlaces({ base, me, mailOut, notify, offers }: World): CachedPlaces {
  const { inboxes, statuses, agents, tags, teams } = base;
  return { inboxes, statuses, agents, tags, teams, me, mailOut, notify, offers };
}

function offersToKeep(offers: Offers): Offers {
  const kept = Object.entries(offers).filter(([name, offer]) => offer === true || ASKED_AGAIN.includes(name as Offer));
  return Object.fromEntries(kept);
}

/** What an agent may no longer see is not kept either. */
function forgetInboxes({ cache }: Desk, { base }: World, former: World): void {
  const here = new Set(base.inboxes.map(({ id }) => id));
  const gone = former.base.inboxes.filter(({ id }) => !here.has(id)).map(({ id }) => id);
  if (gone.length > 0) cache.forgetInboxes(gone);
}
