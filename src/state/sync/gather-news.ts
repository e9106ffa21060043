import type { Desk } from '../context.ts';
import { catchUp, type News } from './refresh.ts';
import type { Timers } from './timers.ts';

/** News that come within this time are handled together. */
const TOGETHER_MS = 300;

/** Gathers news that come close together, and reads what they name; never reads twice at once. */
export function gatherNews(desk: Desk, timers: Timers): (news: News) => void {
  let waiting: News | undefined;
  let isLooking = false;
  const look = async (): Promise<void> => {
    if (isLooking || !waiting) return;
    isLooking = true;
    const changed = waiting;
    waiting = undefined;
    await catchUp(desk, changed).finally(() => {
      isLooking = false;
    });
    if (waiting) timers.set('news', TOGETHER_MS, () => void look());
  };
  return news => {
    if (!waiting) timers.set('news', TOGETHER_MS, () => void look());
    const { ids, isOfPlaces } = waiting ?? { ids: [], isOfPlaces: false };
    waiting = { ids: new Set([...ids, ...news.ids]), isOfPlaces: isOfPlaces || news.isOfPlaces };
  };
}
