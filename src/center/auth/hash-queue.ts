import { Problem } from '../model/problem.ts';

/** Half of the threads that Node has for files, names, compression and hashes together. */
const MAX_HASHES_AT_ONCE = 2;

/** The most hashes waiting in each lane: a few seconds’ work. */
const MAX_HASHES_WAITING = 64;

/** Computes slow password hashes, a few at a time. */
export interface HashQueue {
  /**
   * Runs `work` when its turn has come. Known callers go before all others, so that a flood of strangers does not delay
   * them. Throws `unavailable` if too many wait already.
   */
  run<T>(lane: Lane, work: () => Promise<T>): Promise<T>;
}

/** `known`: a caller with a token, or an account at an address where it has signed in before. */
export type Lane = 'known' | 'strange';

function busy(): Problem {
  return new Problem(
    'unavailable',
    'Too many passwords are being checked at the moment; nothing was changed. Try again in a second.',
    undefined,
    1,
  );
}

/** Makes the queue of one help center. */
export function createHashQueue(): HashQueue {
  const lanes: Record<Lane, (() => void)[]> = { known: [], strange: [] };
  let running = 0;

  const enter = async (lane: Lane): Promise<void> => {
    if (running < MAX_HASHES_AT_ONCE) {
      running += 1;
      return;
    }
    if (lanes[lane].length >= MAX_HASHES_WAITING) throw busy();
    await new Promise<void>(resolve => lanes[lane].push(resolve));
  };

  const leave = (): void => {
    const next = lanes.known.shift() ?? lanes.strange.shift();
    if (next) next();
    else running -= 1;
  };

  return {
    run: async (lane, work) => {
      await enter(lane);
      try {
        return await work();
      } finally {
        leave();
      }
    },
  };
}
