import type { CenterParts, Filling } from './parts.ts';
import { fillSome, isFilling } from './storage/fill.ts';
import { write } from './work.ts';

/** How long after the opening it begins, in milliseconds: a short run does without. */
const START_MS = 1_000;

/** Between two steps, in milliseconds: other writers take their turns. */
const REST_MS = 20;

/** How long it waits after a step that failed, in milliseconds. */
const RETRY_MS = 60_000;

/** Begins a second after the start, a step at a time, while the help center serves. */
export const createFilling = (parts: Omit<CenterParts, 'sweep' | 'filling'>): Filling => {
  let isClosed = false;
  let timer: NodeJS.Timeout | undefined;
  let underWay: Promise<void> = Promise.resolve();

  const wait = (delayMs: number): void => {
    if (isClosed) return;
    timer = setTimeout(() => {
      underWay = step();
    }, delayMs).unref();
  };

  const step = async (): Promise<void> => {
    try {
      if ((await isFilling(parts.store.reader)) && (await write(parts, fillSome))) wait(REST_MS);
    } catch {
      // Nothing of the step was kept, and nothing is lost by it.
      wait(RETRY_MS);
    }
  };

  wait(START_MS);
  return {
    run: async () => {
      while (await write(parts, fillSome));
    },
    close: async () => {
      isClosed = true;
      clearTimeout(timer);
      await underWay;
    },
  };
};
