import type { SetTimer } from '../detail/slices.ts';

/** Timers by name: a new one replaces the former one of that name. */
export interface Timers {
  set(name: string, delayMs: number, run: () => void): void;
  has(name: string): boolean;
  clear(name: string): void;
  /** Clears all of them; none can be set afterwards. */
  stop(): void;
  isStopped(): boolean;
}

/** Timers that end together. */
export function createTimers(setTimer: SetTimer): Timers {
  const cancels = new Map<string, () => void>();
  let isStopped = false;
  const clear = (name: string): void => {
    cancels.get(name)?.();
    cancels.delete(name);
  };
  return {
    set: (name, delayMs, run) => {
      clear(name);
      if (isStopped) return;
      const fire = (): void => {
        cancels.delete(name);
        run();
      };
      cancels.set(name, setTimer(fire, delayMs));
    },
    has: name => cancels.has(name),
    clear,
    stop: () => {
      isStopped = true;
      for (const name of [...cancels.keys()]) clear(name);
    },
    isStopped: () => isStopped,
  };
}
