import { allIdsOf } from '../changes/ids.ts';
import { changeOf } from '../changes/list.ts';
import type { Desk } from '../desk.ts';
import { type ToldCounts, withTold } from '../list/event-data.ts';
import { matchesQuery } from '../query/match.ts';
import { membership } from '../world/id-map.ts';
import { goesByTime } from '../world/query.ts';
import type { Conversation, World } from '../world.ts';
import type { EventContent, StreamEvent } from './event-stream.ts';
import { catchUp, type News, NO_NEWS, withNews } from './refresh.ts';
import { takeTime } from './take-time.ts';
import type { Timers } from './timers.ts';

/** Events about conversations to which a change of the agent's is on its way. */
interface DeferredEvents {
  readonly rows: Map<number, Conversation>;
  readonly versions: Map<number, number>;
  readonly counts: Map<number, ToldCounts>;
}

/** Takes the data of events into the world. */
export interface EventApplier {
  /** Returns the reads that remain. */
  take(event: StreamEvent): Pick<News, 'ids' | 'isOfList' | 'isOfNumbers'>;
  stop(): void;
}

/**
 * Makes the applier. An event about a conversation to which a change of the agent's is on its way waits for the answer:
 * it may be the echo of that change, which is then done already. `onLate`: the reads that remain after that.
 */
export function createEventApplier(desk: Desk, onLate: (left: ReturnType<EventApplier['take']>) => void): EventApplier {
  const held: DeferredEvents = { rows: new Map(), versions: new Map(), counts: new Map() };
  const isWaiting = (): boolean => held.rows.size + held.versions.size + held.counts.size > 0;
  const release = (): void => {
    if (!isWaiting() || sentIds(desk.world()).size > 0) return;
    const rows = [...held.rows.values()];
    const counts = [...held.counts.values()];
    const versions = new Map(held.versions);
    for (const part of Object.values(held)) part.clear();
    onLate(takeIn(desk, { rows, counts, versions, read: [] }));
  };
  const unsubscribe = desk.store.subscribe((world, former) => {
    if (world.pending !== former.pending) release();
  });
  return {
    take: ({ ids, told }) => {
      if (!told) return leave(desk, ids);
      const rows = desk.client.told.conversations(told.rows);
      const named = new Set([...rows.map(({ id }) => id), ...told.read, ...told.versions.keys()]);
      const now = hold(desk, held, { ...told, rows });
      return leave(
        desk,
        ids.filter(id => !named.has(id)),
        takeIn(desk, now),
      );
    },
    stop: unsubscribe,
  };
}

type Content = Omit<EventContent, 'rows'> & { readonly rows: readonly Conversation[] };
type Left = ReturnType<EventApplier['take']>;
const NOTHING: Left = { ids: new Set(), isOfList: false, isOfNumbers: false };

/** The part that can be taken in at once; the rest waits. */
function hold(desk: Desk, held: DeferredEvents, { rows, read, versions, counts }: Content): Content {
  const sent = sentIds(desk.world());
  if (sent.size === 0) return { rows, read, versions, counts };
  for (const row of rows) if (sent.has(row.id)) held.rows.set(row.id, row);
  for (const [id, version] of versions) if (sent.has(id)) held.versions.set(id, version);
  // The counts include changes on their way, or will.
  for (const one of counts) held.counts.set(one.id, one);
  return {
    rows: rows.filter(({ id }) => !sent.has(id)),
    read: read.filter(id => !sent.has(id)),
    versions: new Map([...versions].filter(([id]) => !sent.has(id))),
    counts: [],
  };
}

/** The conversations that changes of the agent are on their way to. */
function sentIds({ pending }: World): ReadonlySet<number> {
  const sent = pending.filter(change => change.state === 'sending' && !change.isUploading);
  return new Set(sent.flatMap(entry => allIdsOf(changeOf(entry.name)!, entry)));
}

function takeIn(desk: Desk, { rows, read, versions, counts }: Content): Left {
  // Over a slow link only a list in the order of time needs the time: ages there are drawn with the next read.
  const { link, list } = desk.world();
  if (link === 'fast' || goesByTime(list.query)) takeTime(desk);
  const before = desk.world();
  const { world, changed, unsure, isUncounted } = withTold(before, { rows, read, counts });
  if (world !== before) {
    desk.reads.told(changed);
    desk.store.setState(world);
  }
  // Another desk with this token has changed them.
  const unknown = [...versions].filter(([id, version]) => (conversationVersion(world, id) ?? -1) < version);
  const { conversationId: shown } = world.detail;
  const isThreadOld = shown !== null && changed.includes(shown) && !isThreadKnown(world, shown);
  const left = leave(desk, [...unsure, ...unknown.map(([id]) => id)]);
  return { ...left, ids: isThreadOld ? new Set([...left.ids, shown]) : left.ids, isOfNumbers: isUncounted };
}

function conversationVersion({ base }: World, id: number): number | null | undefined {
  return base.conversations.get(id)?.version;
}

function isThreadKnown(world: World, id: number): boolean {
  const version = world.base.threads.get(id)?.version ?? null;
  return version !== null && version === conversationVersion(world, id);
}

/** These must be read: until then their versions are unknown. */
function leave(desk: Desk, ids: readonly number[], former: Left = NOTHING): Left {
  if (ids.length === 0) return former;
  const { base } = desk.world();
  const threads = ids.flatMap(id => {
    const thread = base.threads.get(id);
    return thread && thread.version !== null ? [[id, { ...thread, version: null }] as const] : [];
  });
  if (threads.length > 0) desk.set({ base: { ...base, threads: base.threads.with(threads) } });
  return { ...former, ids: new Set([...former.ids, ...ids]), isOfList: true };
}

/** News that come within this time are handled together. */
const TOGETHER_MS = 300;
/**
 * News of nothing on the screen change numbers alone, as much mail does: these are taken in, read and drawn no more
 * often than this.
 */
const NUMBERS_MS = 15_000;

interface Waiting {
  readonly events: StreamEvent[];
  news: News;
  /** Some of it changes numbers alone. */
  hasNumbers: boolean;
  /** Some of it is to be seen at once. */
  isUrgent: boolean;
}

/** Called for events. */
export interface EventBatcher {
  /** Called with the data of an event. `isRing`: the agent is called at the same time, and looks for it. */
  tell(event: StreamEvent, news: News, isRing: boolean): void;
  /** Called with the reads that remain. */
  read(news: News): void;
  stop(): void;
}

/**
 * Gathers events that come close together, takes in their data, and reads the rest; never reads twice at once. Data of
 * a conversation that the agent opens are taken in before.
 */
export function batchEvents(desk: Desk, applier: Pick<EventApplier, 'take'>, timers: Timers): EventBatcher {
  let waiting = nothing();
  let isLooking = false;
  let numbersAt = Number.NEGATIVE_INFINITY;
  const lookLater = (): void => {
    const untilNumbers = numbersAt + NUMBERS_MS - desk.elapsed();
    timers.set('news', waiting.isUrgent ? TOGETHER_MS : Math.max(TOGETHER_MS, untilNumbers), () => void look());
  };
  const applyAll = (): void => {
    const events = waiting.events.splice(0);
    for (const event of events) waiting.news = withNews(waiting.news, applier.take(event));
  };
  const look = async (): Promise<void> => {
    if (isLooking) return;
    isLooking = true;
    applyAll();
    const { news, hasNumbers } = waiting;
    waiting = nothing();
    if (hasNumbers) numbersAt = desk.elapsed();
    if (!isNothing(news)) {
      await catchUp(desk, news).finally(() => {
        isLooking = false;
      });
    } else isLooking = false;
    if (waiting.hasNumbers || waiting.isUrgent) lookLater();
  };
  const add = (news: News, named: ReadonlySet<number>, isAwaited: boolean): void => {
    const isOfNumbers = isOnlyOfNumbers({ ...news, ids: named }, desk.world());
    const isUrgent = isAwaited || !isOfNumbers;
    const isSooner = isUrgent && !waiting.isUrgent;
    const isFirst = !waiting.isUrgent && !waiting.hasNumbers;
    waiting.news = withNews(waiting.news, news);
    waiting.hasNumbers ||= isOfNumbers;
    waiting.isUrgent ||= isUrgent;
    if (isFirst || isSooner) lookLater();
  };
  const unsubscribe = desk.store.subscribe(({ detail: { conversationId: id } }, { detail: former }) => {
    if (id === null || id === former.conversationId) return;
    if (waiting.events.some(event => event.ids.includes(id))) applyAll();
  });
  return {
    tell: (event, news, isRing) => {
      waiting.events.push(event);
      add(news, new Set(event.ids), isRing || tellsOfFirstAbove(desk, event));
    },
    read: news => {
      if (!isNothing(news)) add(news, news.ids, false);
    },
    stop: unsubscribe,
  };
}

function nothing(): Waiting {
  return { events: [], news: NO_NEWS, hasNumbers: false, isUrgent: false };
}

function isNothing({ ids, isOfPlaces, isOfList, isOfNumbers }: News): boolean {
  return ids.size === 0 && !isOfPlaces && !isOfList && !isOfNumbers;
}

/** Whether nothing that is on the screen has changed but numbers. */
function isOnlyOfNumbers({ ids, isOfPlaces, isOfList }: News, { list, viewport, detail }: World): boolean {
  if (isOfPlaces || (detail.conversationId !== null && ids.has(detail.conversationId))) return false;
  if (ids.size === 0) return !isOfList;
  return !list.rows.slice(list.top, list.top + viewport.listRows).some(id => ids.has(id));
}

/** Whether it adds the first arrivals above the list: they are shown at once, and only then counted up. */
function tellsOfFirstAbove({ client, world }: Desk, { told }: StreamEvent): boolean {
  const { list } = world();
  if (!told || list.newAbove.length > 0) return false;
  const isListed = membership(list.ids, told.rows.length);
  return client.told
    .conversations(told.rows)
    .some(row => !isListed(row.id) && matchesQuery(list.query, row, world()) === true);
}
