import type { Unwanted } from '../../client/call.ts';
import type { Read, Reads } from '../desk.ts';

const UNWANTED: Unwanted = 'unwanted';

interface Active {
  readonly controller: AbortController;
  readonly ended: Promise<void>;
  readonly end: () => void;
}

function abort(one: Active | undefined, reason?: Unwanted): void {
  one?.controller.abort(reason);
  one?.end();
}

/** Keeps track of the reads in progress. */
export function createReads(): Reads {
  const active = new Map<string, Active>();
  const answeredAt = new Map<number, number>();
  let sequence = 0;
  let answers = 0;
  const note = (ids: Iterable<number>): void => {
    sequence += 1;
    if (active.size > 0) for (const id of ids) answeredAt.set(id, sequence);
  };
  return {
    begin: kind => {
      abort(active.get(kind), UNWANTED);
      const controller = new AbortController();
      const { promise: ended, resolve: end } = Promise.withResolvers<void>();
      const started = sequence;
      const answersBefore = answers;
      active.set(kind, { controller, ended, end });
      const isCurrent = (): boolean => active.get(kind)?.controller === controller;
      const read: Read = {
        signal: controller.signal,
        isCurrent,
        isStale: id => (answeredAt.get(id) ?? -1) > started,
        isOvertaken: () => answers > answersBefore,
        end: () => {
          if (isCurrent()) active.delete(kind);
          end();
          if (active.size === 0) answeredAt.clear();
        },
      };
      return read;
    },
    ended: async kind => {
      for (let one = active.get(kind); one; one = active.get(kind)) await one.ended;
    },
    answered: ids => {
      answers += 1;
      note(ids);
    },
    told: note,
    stop: () => {
      for (const one of active.values()) abort(one);
      active.clear();
    },
  };
}

/** The kind of the read of a conversation ahead: another read of the same conversation waits for it. */
export function aheadKind(id: number): string {
  return `ahead ${id}`;
}
