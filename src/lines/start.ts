import { bound } from '../actions/index.ts';
import type { Desk } from '../state/context.ts';
import { followCursor } from '../state/sync/follow-cursor.ts';
import { followReading } from '../state/sync/follow-reading.ts';
import { followNumbers } from '../state/sync/numbers.ts';
import { createTalk, type Talk, type TalkOptions } from './talk.ts';

/** Beside the words, two columns say whose they are. */
const EDGE_COLUMNS = 2;
/** So many rows a page of a list has. */
const PAGE_ROWS = 10;
/** No entry is taller: steps in a conversation go from entry to entry. */
const WHOLE = 1_000_000_000;

/** Starts a desk in lines of at most so many columns. Nothing is on a screen, so nothing is read for one. */
export function startTalk(
  desk: Desk,
  columns: number,
  options: Pick<TalkOptions, 'write' | 'pageLines' | 'isBusy' | 'isAway'>,
): Talk {
  desk.set({
    link: 'fast',
    isStacked: false,
    isWide: false,
    viewport: {
      columns,
      rows: WHOLE,
      listRows: PAGE_ROWS,
      inboxRows: PAGE_ROWS,
      detailRows: WHOLE,
      behindRows: WHOLE,
      detailColumns: Math.max(1, columns - EDGE_COLUMNS),
      hasInboxes: true,
      canStack: false,
    },
  });
  const ends = [followCursor(desk, { isPreviewShown: () => false }), followReading(desk), followNumbers(desk)];
  const talk = createTalk({ desk, bound, ...options });
  return {
    ...talk,
    end: () => {
      for (const end of ends) end();
      talk.end();
    },
  };
}
