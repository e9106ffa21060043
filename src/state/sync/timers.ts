import type { Desk } from '../desk.ts';
import type { SetTimer } from '../detail/slices.ts';
import type { World } from '../world.ts';

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

/** Calls `look` after each change of a desk's world. Returns timers for it, whose `stop` ends that too. */
export function followWorld(
  { store, setTimer }: Pick<Desk, 'store' | 'setTimer'>,
  look: (world: World, former: World) => void,
): Timers {
  const timers = createTimers(setTimer);
  const unsubscribe = store.subscribe(look);
  return {
    ...timers,
    stop: () => {
      unsubscribe();
      timers.stop();
    },
  };
}

/** Watches an answer that comes in parts. */
export interface Quiet {
  /** Fires if nothing has come for too long, or if the caller has ended it. */
  readonly signal: AbortSignal;
  /** A part has come. */
  alive(): void;
  stop(): void;
}

/** Watches for `quietMs` milliseconds without a sign of life. */
export function watchQuiet(desk: Desk, ended: AbortSignal, quietMs: number): Quiet {
  const dead = new AbortController();
  let cancel = (): void => {};
  const wait = (): void => {
    cancel();
    cancel = desk.setTimer(() => dead.abort(), quietMs);
  };
  const end = (): void => {
    cancel();
    dead.abort();
  };
  ended.addEventListener('abort', end);
  if (ended.aborted) end();
  else wait();
  return {
    signal: dead.signal,
    alive: () => {
      wait();
      desk.contact.heard();
    },
    stop: () => {
      cancel();
      ended.removeEventListener('abort', end);
    },
  };
}
