/** Lets a fixed number of callers use something at a time. */
export interface Semaphore {
  /** Waits to be let in, `patienceMs` at most: false if the caller was not. */
  enter(patienceMs: number): Promise<boolean>;
  /** Leaves, and lets the next one in. */
  leave(): void;
  /** How many wait. */
  waiting(): number;
}

/** Lets `most` callers in at a time; the others wait in their order. */
export function createSemaphore(most: number): Semaphore {
  const waiting = new Set<() => void>();
  let taken = 0;
  return {
    waiting: () => waiting.size,
    enter: async patienceMs => {
      if (taken < most) {
        taken += 1;
        return true;
      }
      return new Promise(resolve => {
        const come = () => {
          clearTimeout(timer);
          resolve(true);
        };
        const timer = setTimeout(() => {
          waiting.delete(come);
          resolve(false);
        }, patienceMs);
        waiting.add(come);
      });
    },
    leave: () => {
      const [next] = waiting;
      if (!next) {
        taken -= 1;
        return;
      }
      waiting.delete(next);
      next();
    },
  };
}
