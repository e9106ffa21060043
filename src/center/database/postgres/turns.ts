/** A semaphore: turns at something that only a fixed number may use at a time. */
export interface Turns {
  /** Waits for a turn, `patienceMs` at most: false if none came. */
  enter(patienceMs: number): Promise<boolean>;
  /** Ends a turn: the next one begins. */
  leave(): void;
  /** How many wait. */
  waiting(): number;
}

/** Gives `most` turns at a time; the others wait in their order. */
export function takeTurns(most: number): Turns {
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
