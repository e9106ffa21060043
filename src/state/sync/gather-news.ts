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
  /** Whether it can wait until numbers are drawn again. */
  isPatient: boolean;
}

/**
 * Gathers news that come close together, and reads what they name; never reads twice at once. `isRing`: the agent is
 * called at the same time, and finds them.
 */
export function gatherNews(desk: Desk, timers: Timers): (news: News, isRing?: boolean) => void {
  let waiting: Waiting | undefined;
  let isLooking = false;
  let lookedAt = Number.NEGATIVE_INFINITY;
  const lookIn = (isPatient: boolean): void => {
    const untilNumbers = lookedAt + NUMBERS_MS - desk.elapsed();
    timers.set('news', isPatient ? Math.max(TOGETHER_MS, untilNumbers) : TOGETHER_MS, () => void look());
  };
  const look = async (): Promise<void> => {
    if (isLooking || !waiting) return;
    isLooking = true;
    lookedAt = desk.elapsed();
    const changed = waiting;
    waiting = undefined;
    await catchUp(desk, changed).finally(() => {
      isLooking = false;
    });
    if (waiting) lookIn((waiting as Waiting).isPatient);
  };
  return (news, isRing = false) => {
    const isPatient = !isRing && concernsNumbers(news, desk.world());
    if (waiting) {
      for (const id of news.ids) waiting.ids.add(id);
      waiting.isOfPlaces ||= news.isOfPlaces;
      if (isPatient || !waiting.isPatient) return;
      waiting.isPatient = false;
    } else waiting = { ids: new Set(news.ids), isOfPlaces: news.isOfPlaces, isPatient };
    lookIn(isPatient);
  };
}

/** Whether nothing that is on the screen has changed but numbers. */
function concernsNumbers({ ids, isOfPlaces }: News, { list, viewport, detail }: World): boolean {
  if (isOfPlaces || ids.size === 0 || (detail.conversationId !== null && ids.has(detail.conversationId))) return false;
  return !list.rows.slice(list.top, list.top + viewport.listRows).some(id => ids.has(id));
}
