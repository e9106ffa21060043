import type { Desk } from '../desk.ts';
import type { Opened } from '../detail/line.ts';
import { emptyDetail } from '../empty-world.ts';
import type { CachedPlaces, CacheUpdate } from '../kept/cache.ts';
import { type PlaceTags, placeTag } from '../world/place-tags.ts';
import type { Thread, World } from '../world.ts';
import { withThread } from './memory.ts';

/** A restored list is not longer: the rows above the cursor would all be read. */
const MAX_ROWS = 2_000;

/**
 * Writes every value of the base that changed to the cache. Pending changes are not in the base. Returns a function
 * that ends it.
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
    const places = placesOf(desk, world, former);
    if (conversations.length > 0 || threads.length > 0 || list || places)
      cache.keep({ conversations, threads, ...(list ? { list } : {}), ...(places ? { places } : {}) });
    if (base.inboxes !== before.inboxes) forgetInboxes(desk, world, former);
  });
}

/** A list as it would be listed if it were read now; undefined if nothing of that was said. */
function listOf({ list }: World, { list: former }: World): CacheUpdate['list'] {
  const { asOf, isCached, isOfflineSearch, loading, query, filter, etag } = list;
  if (asOf === null || isCached || isOfflineSearch || loading === 'first') return undefined;
  const isSame = PARTS_OF_LIST.every(part => list[part] === former[part]);
  if (isSame && !former.isCached) return undefined;
  const all = [...list.newAbove, ...list.ids.filter(id => !list.removedByMe.has(id) && !list.gone.has(id))];
  const said = { query, filter, firstLimit: list.firstLimit, etag, asOf };
  if (all.length <= MAX_ROWS) return { ...said, ids: all, nextCursor: list.nextCursor };
  const page = list.pages.findLast(({ firstId }) => all.lastIndexOf(firstId, MAX_ROWS) > 0);
  const end = page ? all.indexOf(page.firstId) : MAX_ROWS;
  return { ...said, ids: all.slice(0, end), nextCursor: page?.cursor ?? null };
}

const PARTS_OF_LIST = ['ids', 'newAbove', 'removedByMe', 'gone', 'etag', 'nextCursor', 'filter'] as const;

/** Only the directories that changed. */
function placesOf({ client }: Desk, world: World, former: World): Partial<CachedPlaces> | undefined {
  const now = allPlaces(world);
  const before = allPlaces(former);
  const changed = Object.entries(now).filter(([name, value]) => value !== before[name as keyof CachedPlaces]);
  if (changed.length === 0) return undefined;
  const places: Partial<CachedPlaces> = Object.fromEntries(changed);
  return places.offers ? { ...places, offers: client.capabilities.forNextStart(places.offers) } : places;
}

function allPlaces({ base, me, mailOut, notify, offers, epoch, erased }: World): CachedPlaces {
  const { inboxes, statuses, agents, tags, teams, savedReplies, savedRepliesTag, workNumbers } = base;
  const named = { inboxes, statuses, agents, tags, teams, savedReplies, savedRepliesTag, workNumbers };
  const versions = {
    inboxesTag: placeTag(base, 'inboxes'),
    statusesTag: placeTag(base, 'statuses'),
    agentsTag: placeTag(base, 'agents'),
    tagsTag: placeTag(base, 'tags'),
  };
  return { ...named, ...versions, me, mailOut, notify, offers, epoch, erased };
}

/** Inboxes that an agent may no longer see leave the cache too. */
function forgetInboxes({ cache }: Desk, { base }: World, former: World): void {
  const here = new Set(base.inboxes.map(({ id }) => id));
  const gone = former.base.inboxes.filter(({ id }) => !here.has(id)).map(({ id }) => id);
  if (gone.length > 0) cache.forgetInboxes(gone);
}

/** The rows that are loaded with a list from the cache: those after its cursor, a tall window. */
const ROWS_AFTER = 60;

/** Puts the places from the cache into a desk that has not read them yet. */
export function recallPlaces(desk: Desk): void {
  const places = desk.cache.places();
  if (!places) return;
  const { me, mailOut, notify, offers, epoch, erased, inboxesTag, statusesTag, agentsTag, tagsTag, ...named } = places;
  const placeTags: PlaceTags = {
    inboxes: { of: named.inboxes, etag: inboxesTag },
    statuses: { of: named.statuses, etag: statusesTag },
    agents: { of: named.agents, etag: agentsTag },
    tags: { of: named.tags, etag: tagsTag },
  };
  const base = { ...desk.world().base, ...named, placeTags };
  desk.set({ base, me, mailOut, notify, offers, epoch, erased });
}

/** Fills the list, which is still empty, from the cache. The help center is asked for it as well. */
export function recallList(desk: Desk): void {
  const world = desk.world();
  const { list, base } = world;
  const kept = desk.cache.list(list.query, (list.restoredCursor?.index ?? 0) + ROWS_AFTER);
  if (!kept) return;
  const { ids, nextCursor, firstLimit, asOf, conversations } = kept;
  const missing = conversations.filter(({ id }) => !base.conversations.has(id));
  // A version or a cursor belongs to the question that was asked then.
  const etag = JSON.stringify(kept.filter) === JSON.stringify(list.filter) ? kept.etag : null;
  const pages = [{ cursor: null, firstId: ids[0] ?? 0 }];
  desk.store.setState({
    ...world,
    base: { ...base, conversations: base.conversations.with(missing.map(one => [one.id, one])) },
    list: { ...list, ids, pages, nextCursor, firstLimit, etag, asOf, isCached: true },
  });
}

/** Puts rows that are not in memory there from the cache; those of the list are read again when it is. */
export function recallRows(desk: Desk, ids: readonly number[]): void {
  const found = desk.cache.conversations(ids);
  if (found.length === 0) return;
  const world = desk.world();
  const conversations = world.base.conversations.with(found.map(one => [one.id, one]));
  desk.set({ base: { ...world.base, conversations } });
}

/**
 * Puts the thread of a conversation from the cache into memory, if none is there. The lines of long texts are worked out
 * first, while keys are served; then `onLate` is called.
 */
export function recallThread(desk: Desk, id: number, onLate: () => void): void {
  const thread = desk.world().base.threads.has(id) ? undefined : desk.cache.thread(id);
  if (!thread) return;
  let isLate = false;
  desk.prepareLines({ thread, opened: openedIn(desk, id) }, () => {
    if (desk.world().base.threads.has(id)) return;
    if (!desk.world().base.conversations.has(id)) recallRows(desk, [id]);
    desk.store.setState(withThread(desk.world(), id, thread));
    if (isLate) onLate();
  });
  isLate = true;
}

/** Long texts are wrapped before they are shown, so that keys pressed meanwhile are answered. */
export function prepareThread(desk: Desk, id: number, thread: Thread): Promise<void> {
  return new Promise(done => desk.prepareLines({ thread, opened: openedIn(desk, id) }, done));
}

function openedIn(desk: Desk, id: number): Opened {
  const { detail } = desk.world();
  return detail.conversationId === id ? detail.opened : emptyDetail.opened;
}

/** Whether the agent has done something in the list since it was shown: then nothing in it may move. */
export function hasActed(since: World, { list, pane, overlays, pending, detail }: World): boolean {
  return (
    list.cursorId !== since.list.cursorId ||
    list.marks !== since.list.marks ||
    list.rangeFrom !== since.list.rangeFrom ||
    pane !== since.pane ||
    overlays.length > since.overlays.length ||
    pending.length > since.pending.length ||
    detail.isEntered !== since.detail.isEntered
  );
}
