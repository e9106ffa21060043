import { isSurelyEnded } from '../process-mark.ts';
import type { OtherDesk } from './others.ts';
import type { Source } from './sources.ts';

/**
 * A desk has ended if its heartbeat was the same in this many checks. Checks are counted, not time: setting the clock,
 * or sleep, ends no desk.
 */
const MAX_MISSED = 2;

/** The heartbeats of the other desks. */
export interface Pulses {
  /** One check of all that are there. */
  count(all: readonly (OtherDesk | Source)[]): void;
  /** Whether a desk has ended: its process certainly has, or its heart stands still. */
  hasEnded(one: OtherDesk | Source): boolean;
}

/** Makes it; nothing is known before the first check. */
export function createPulses(): Pulses {
  let beats = new Map<string, { readonly beat: number | undefined; readonly missed: number }>();
  return {
    count: all => {
      const former = beats;
      beats = new Map(
        all.map(one => {
          const last = former.get(nameOf(one));
          const missed = last && last.beat === one.beat ? last.missed + 1 : 0;
          return [nameOf(one), { beat: one.beat, missed }];
        }),
      );
    },
    hasEnded: one => isSurelyOver(one) || isStill(one, beats.get(nameOf(one))),
  };
}

function isStill(
  { beat }: OtherDesk | Source,
  last: { beat: number | undefined; missed: number } | undefined,
): boolean {
  return beat !== undefined && last !== undefined && last.beat === beat && last.missed >= MAX_MISSED;
}

function isSurelyOver(one: OtherDesk | Source): boolean {
  return 'mark' in one ? one.mark === '' || isSurelyEnded(one.mark) : one.isEnded;
}

function nameOf(one: OtherDesk | Source): string {
  return 'id' in one ? one.id : one.name;
}
