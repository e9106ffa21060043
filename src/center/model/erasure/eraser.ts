import { setImmediate as nextTurn } from 'node:timers/promises';
import type { ModelContext } from '../context.ts';
import { clearErased, eraseNext } from './erase.ts';
import { eraseIdle } from './idle.ts';

/** How long one look goes on, in milliseconds: then what else is due has its turn. */
const LOOK_MS = 1_000;

/** After a failure the database's files are cleared again only after this time, in milliseconds. */
const CLEAR_AGAIN_MS = 3_600_000;

/** How often contacts are looked for with whom nothing has happened for long, in milliseconds. */
const IDLE_EVERY_MS = 24 * 3_600_000;

/** Erases in the background. */
export interface Eraser {
  /** Does some of what there is to do. Returns whether there is more. */
  look(): Promise<boolean>;
  close(): void;
}

/** Makes it. Any number of processes may erase in one database: each transaction takes what is next. */
export function createEraser(context: ModelContext): Eraser {
  let isClosed = false;
  let clearing: Promise<void> | undefined;
  let clearsAt = 0;
  let idleAt = 0;
  /** The contacts up to this one were looked at. */
  let idleAfter: number | undefined;

  const clear = (): void => {
    if (clearing || context.now() < clearsAt) return;
    clearing = clearErased(context)
      .catch(() => {
        clearsAt = context.now() + CLEAR_AGAIN_MS;
      })
      .finally(() => {
        clearing = undefined;
      });
  };

  return {
    look: async () => {
      const until = performance.now() + LOOK_MS;
      let isMore = true;
      while (isMore && !isClosed && performance.now() < until) {
        isMore = await eraseNext(context);
        await nextTurn();
      }
      if (isMore) return !isClosed;
      clear();
      const { eraseAfterMonths: months } = context.settings;
      if (months === 0 || context.now() < idleAt) return false;
      idleAfter = await eraseIdle(context, months, idleAfter ?? 0);
      if (idleAfter === undefined) idleAt = context.now() + IDLE_EVERY_MS;
      return true;
    },
    close: () => {
      isClosed = true;
    },
  };
}
