import type { Desk } from '../context.ts';
import type { World } from '../world.ts';
import type { StreamEvent } from './event-stream.ts';
import { catchUp, type News, NO_NEWS, withNews } from './refresh.ts';
import type { Taker } from './take-told.ts';
import type { Timers } from './timers.ts';

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

/** Hears what is new. */
export interface Gatherer {
  /** What an event tells. `isRing`: the agent is called at the same time, and looks for it. */
  tell(event: StreamEvent, news: News, isRing: boolean): void;
  /** What must be read. */
  read(news: News): void;
  stop(): void;
}

/**
 * Gathers news that come close together, takes in what they tell, and reads what they only name; never reads twice at
 * once. What is told of a conversation that the agent opens is taken in before.
 */
export function gatherNews(desk: Desk, taker: Pick<Taker, 'take'>, timers: Timers): Gatherer {
  let waiting = nothing();
  let isLooking = false;
  let numbersAt = Number.NEGATIVE_INFINITY;
  const lookLater = (): void => {
    const untilNumbers = numbersAt + NUMBERS_MS - desk.elapsed();
    timers.set('news', waiting.isUrgent ? TOGETHER_MS : Math.max(TOGETHER_MS, untilNumbers), () => void look());
  };
  const takeIn = (): void => {
    const events = waiting.events.splice(0);
    for (const event of events) waiting.news = withNews(waiting.news, taker.take(event));
  };
  const look = async (): Promise<void> => {
    if (isLooking) return;
    isLooking = true;
    takeIn();
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
  const add = (news: News, named: ReadonlySet<number>, isRing: boolean): void => {
    const isOfNumbers = isOnlyOfNumbers({ ...news, ids: named }, desk.world());
    const isUrgent = isRing || !isOfNumbers;
    const isSooner = isUrgent && !waiting.isUrgent;
    const isFirst = !waiting.isUrgent && !waiting.hasNumbers;
    waiting.news = withNews(waiting.news, news);
    waiting.hasNumbers ||= isOfNumbers;
    waiting.isUrgent ||= isUrgent;
    if (isFirst || isSooner) lookLater();
  };
  const unsubscribe = desk.store.subscribe(({ detail: { conversationId: id } }, { detail: former }) => {
    if (id === null || id === former.conversationId) return;
    if (waiting.events.some(event => event.ids.includes(id))) takeIn();
  });
  return {
    tell: (event, news, isRing) => {
      waiting.events.push(event);
      add(news, new Set(event.ids), isRing);
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
