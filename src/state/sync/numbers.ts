import { type Attempt, attempt } from '../calls/attempt.ts';
import { noteLack } from '../calls/offers.ts';
import { atOnce } from '../changes/send.ts';
import type { Desk, Read } from '../desk.ts';
import type { Facet } from '../list/facets.ts';
import { toFilter } from '../query/to-filter.ts';
import { leavesOutResolved } from '../query/unresolved.ts';
import { hasTarget, takesMore } from '../query/values.ts';
import { savedDigits } from '../query/view-edits.ts';
import { savedQuery } from '../query/view-query.ts';
import { countKey, everything, unresolved, type View, views } from '../query/views.ts';
import type { Counted, ListTotal, Query, World } from '../world.ts';

/** A number that could not be read: the help center does not count, or does not answer. */
type Unread = 'never' | 'later';

/**
 * How many conversations a query matches. An unchanged number costs almost nothing: the answer only says that it is the
 * same as in `former`.
 */
async function readNumber(desk: Desk, query: Query, read: Read, former?: Counted): Promise<Counted | Unread> {
  const filter = toFilter({ ...query, sort: everything.sort }, desk.world());
  const reply: Attempt<Awaited<ReturnType<Desk['client']['conversation']['list']>>> = await attempt(
    desk.client.conversation.list({
      query: { ...filter, fields: 'list', count: '1', limit: 1 },
      etag: former?.etag ?? null,
      signal: read.signal,
      isBackground: true,
    }),
  );
  if ('error' in reply) return reply.error.isTransient ? 'later' : 'never';
  const { total, etag, isSame } = reply.value;
  if (isSame && former) return { ...former, ...former.said };
  return total === null ? 'never' : { ...total, said: total, query, etag };
}

const COUNTED = new Set<View['id']>(['unresolved', 'mine', 'unassigned', 'waiting']);

/** The views of every desk that show their numbers. */
export const givenViews: readonly Query[] = views.filter(({ id }) => COUNTED.has(id)).map(({ query }) => query);

/** Late conversations are counted once an inbox has a target. */
function lateView({ base }: World): readonly Query[] {
  return hasTarget(base) ? views.filter(({ id }) => id === 'late').map(({ query }) => query) : [];
}

/** The views whose numbers are shown: not over a slow link, and not while nothing names them. */
export function countedViews(world: World): readonly Query[] {
  if (world.link === 'slow' || !world.viewport.hasNumbers) return [];
  const own = world.savedViews.slice(0, savedDigits.length).map(view => savedQuery(view, world));
  return [...givenViews, ...lateView(world), ...own.flatMap(read => ('query' in read ? [read.query] : []))];
}

function listedQuery({ list }: World): readonly Query[] {
  return list.asOf !== null && list.nextCursor !== null ? [list.query] : [];
}

function shownQueries(world: World): readonly Query[] {
  return [...listedQuery(world), ...countedViews(world)];
}

/** Reads the numbers of these views, by default of all that are shown and of the list, and then shows them. */
export async function readNumbers(desk: Desk, queries?: readonly Query[]): Promise<void> {
  const world = desk.world();
  const wanted = new Map((queries ?? shownQueries(world)).map(one => [countKey(one), one]));
  if (!takesMore(world) || world.offers.counts !== undefined || wanted.size === 0) return;
  const read = desk.reads.begin('numbers');
  const found = new Map<string, Counted>();
  for (const [key, query] of wanted) {
    const number = await readNumber(desk, query, read, desk.world().base.numbers.get(key));
    if (!read.isCurrent()) return;
    if (number === 'never') {
      noteLack(desk, 'counts');
      break;
    }
    if (number === 'later') break;
    found.set(key, number);
  }
  read.end();
  // One of the agent's own changes was answered meanwhile: it is unknown which numbers include it.
  if (read.isOvertaken()) return readNumbers(desk, queries);
  show(desk, found);
}

/** Numbers that are no longer asked for are forgotten. */
const MAX_KEPT = 20;

function show(desk: Desk, found: ReadonlyMap<string, Counted>): void {
  const world = desk.world();
  // A change that is on its way may be in the new numbers, or not; the next news counts again.
  const isMoving = world.pending.some(({ state }) => state === 'sending');
  const news = [...found].filter(([key]) => !isMoving || !world.base.numbers.has(key));
  if (news.length === 0) return;
  const kept = [...world.base.numbers].slice(-MAX_KEPT);
  desk.set({ base: { ...world.base, numbers: new Map([...kept, ...news]) } });
}

/**
 * Lets the numbers follow the screen: those of the views when their pane is shown, those of a list when it is opened.
 * The help center's events bring them up to date. A help center far away is asked when the agent asks (`R`, the list of
 * views). Returns a function that stops it.
 */
export function followNumbers(desk: Desk): () => void {
  // At a start from the cache it is not known yet how far away the help center is: those that did not come with it come
  // once it has answered.
  let due: 'missing' | 'all' | 'none' = 'missing';
  const look = (world: World): void => {
    if (due === 'none' || !desk.contact.isQuick()) return;
    const shown = shownQueries(world);
    if (shown.length === 0) return;
    const wanted = due === 'all' ? shown : shown.filter(query => !world.numbers.has(countKey(query)));
    due = 'none';
    if (wanted.length > 0) void readNumbers(desk, wanted);
  };
  // The frame that was drawn just now is written first.
  queueMicrotask(() => look(desk.world()));
  return desk.store.subscribe((world, former) => {
    const { list, viewport } = world;
    if (viewport.hasNumbers && !former.viewport.hasNumbers) due = 'all';
    look(world);
    if (list.asOf === null || former.list.asOf !== null || !desk.contact.isQuick()) return;
    if (!world.numbers.has(countKey(list.query))) void readNumbers(desk, listedQuery(world));
  });
}

/** At most this many questions are asked at once. */
const MAX_AT_ONCE = 4;

/** How the numbers of a list's values are handed over as they arrive. */
export interface CountedFacets {
  take(facet: Facet, count: ListTotal): void;
  /** False when the numbers are no longer shown. */
  isWanted(): boolean;
}

/** The end of the questions: all are answered, the help center does not count, or it cannot be asked now. */
export type FacetsEnd = 'counted' | 'never' | 'later';

/** Asks the help center how many conversations each value has. It stops at the first question without an answer. */
export async function countFacets(
  desk: Desk,
  facets: readonly Facet[],
  { take, isWanted }: CountedFacets,
): Promise<FacetsEnd> {
  const read = desk.reads.begin('facets');
  let end: FacetsEnd = 'counted';
  const ask = async (facet: Facet): Promise<void> => {
    const count = await readNumber(desk, facet.query, read);
    if (!read.isCurrent() || end !== 'counted') return;
    if (typeof count === 'object') take(facet, { number: count.number, isMore: count.isMore });
    else end = count;
  };
  await atOnce(MAX_AT_ONCE, facets, ask, () => end !== 'counted' || !read.isCurrent() || !isWanted());
  read.end();
  return end;
}

/** The numbers of unresolved conversations that are assigned to agents, by agent. */
export type Loads = ReadonlyMap<number, ListTotal>;

/**
 * Reads how many unresolved conversations each of these agents has; without those that the help center does not say. It
 * stops when `isWanted` returns false.
 */
export async function readLoads(desk: Desk, agentIds: readonly number[], isWanted: () => boolean): Promise<Loads> {
  const loads = new Map<number, ListTotal>();
  // Such a help center counts other conversations too.
  if (leavesOutResolved(unresolved, desk.world())) return loads;
  const read = desk.reads.begin('loads');
  const isOver = (): boolean => !isWanted() || !read.isCurrent();
  await atOnce(
    MAX_AT_ONCE,
    agentIds,
    async id => {
      const count = await readNumber(desk, { ...unresolved, assignees: [id] }, read);
      if (typeof count === 'object') loads.set(id, { number: count.number, isMore: count.isMore });
    },
    isOver,
  );
  read.end();
  return loads;
}
