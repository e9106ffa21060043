import { isSurelyEnded } from '../process-mark.ts';
import type { OtherDesk } from './others.ts';

/**
 * A desk has ended if its heartbeat was the same in this many checks. Checks are counted, not time: setting the clock,
 * or sleep, ends no desk.
 */
const MAX_MISSED = 2;

/** The heartbeats of the other desks. */
export interface Pulses {
  /** One check of all that are there. */
  count(all: readonly OtherDesk[]): void;
  /** Whether a desk has ended: its process certainly has, or its heart stands still. */
  hasEnded(one: OtherDesk): boolean;
}

/** Makes it; nothing is known before the first check. */
export function createPulses(): Pulses {
  let beats = new Map<string, { readonly beat: number; readonly missed: number }>();
  return {
    count: all => {
      const former = beats;
      beats = new Map(
        all.map(one => {
          const last = former.get(one.id);
          const missed = last && last.beat === one.beat ? last.missed + 1 : 0;
          return [one.id, { beat: one.beat, missed }];
        }),
      );
    },
    hasEnded: ({ id, mark, beat }) => {
      if (mark === '' || isSurelyEnded(mark)) return true;
      const last = beats.get(id);
      return last !== undefined && last.beat === beat && last.missed >= MAX_MISSED;
    },
  };
}
