import type { Read, Reads } from '../context.ts';

/** Keeps track of the reads in progress. */
export function createReads(): Reads {
  const active = new Map<string, AbortController>();
  const answeredAt = new Map<number, number>();
  let sequence = 0;
  return {
    begin: kind => {
      active.get(kind)?.abort();
      const controller = new AbortController();
      const started = sequence;
      active.set(kind, controller);
      const isCurrent = (): boolean => active.get(kind) === controller;
      const read: Read = {
        signal: controller.signal,
        isCurrent,
        isStale: id => (answeredAt.get(id) ?? -1) > started,
        isOvertaken: () => sequence > started,
        end: () => {
          if (isCurrent()) active.delete(kind);
          if (active.size === 0) answeredAt.clear();
        },
      };
      return read;
    },
    answered: ids => {
      sequence += 1;
      if (active.size > 0) for (const id of ids) answeredAt.set(id, sequence);
    },
    stop: () => {
      for (const controller of active.values()) controller.abort();
      active.clear();
    },
  };
}
