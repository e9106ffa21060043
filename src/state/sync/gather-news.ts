import type { Desk } from '../context.ts';
import type { World } from '../world.ts';
import { catchUp, type News } from './refresh.ts';
import type { Timers } from './timers.ts';

/** News that come within this time are handled together. */
const TOGETHER_MS = 300;
/**
 * News of nothing on the screen change numbers alone, as much mail does: these are read and drawn no more often than
 * this.
 */
const NUMBERS_MS = 15_000;

interface Waiting {
  readonly ids: Set<number>;
  isOfPlaces: boolean;
  isOfList: boolean;
  isOfNumbers: boolean;
  /** Some of it changes numbers alone. */
  hasNumbers: boolean;
  /** Some of it is to be seen at once. */
  isUrgent: boolean;
}

/**
 * Gathers news that come close together, and reads what they name; never reads twice at once. `isRing`: the agent is
 * called at the same time, and looks for them.
 */
export function gatherNews(desk: Desk, timers: Timers): (news: News, isRing?: boolean) => void {
  let waiting = nothing();
  let isLooking = false;
  let numbersAt = Number.NEGATIVE_INFINITY;
  const lookLater = (): void => {
    const untilNumbers = numbersAt + NUMBERS_MS - desk.elapsed();
    timers.set('news', waiting.isUrgent ? TOGETHER_MS : Math.max(TOGETHER_MS, untilNumbers), () => void look());
  };
  const look = async (): Promise<void> => {
    if (isLooking) return;
    isLooking = true;
    const changed = waiting;
    waiting = nothing();
    if (changed.hasNumbers) numbersAt = desk.elapsed();
    await catchUp(desk, changed).finally(() => {
      isLooking = false;
    });
    if (waiting.hasNumbers || waiting.isUrgent) lookLater();
  };
  return (news, isRing = false) => {
    if (isNothing(news)) return;
    const isOfNumbers = isOnlyOfNumbers(news, desk.world());
    const isUrgent = isRing || !isOfNumbers;
    const isSooner = isUrgent && !waiting.isUrgent;
    const isFirst = !waiting.isUrgent && !waiting.hasNumbers;
    for (const id of news.ids) waiting.ids.add(id);
    waiting.isOfPlaces ||= news.isOfPlaces;
    waiting.isOfList ||= news.isOfList;
    waiting.isOfNumbers ||= news.isOfNumbers;
    waiting.hasNumbers ||= isOfNumbers;
    waiting.isUrgent ||= isUrgent;
    if (isFirst || isSooner) lookLater();
  };
}

function nothing(): Waiting {
  return {
    ids: new Set(),
    isOfPlaces: false,
    isOfList: false,
    isOfNumbers: false,
    hasNumbers: false,
    isUrgent: false,
  };
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
