import type { Store } from './store.ts';

/** How the writes of one process went. */
export interface StoreUse {
  /** The writes that have begun or failed, and for how long they waited for their turn, in milliseconds. */
  writes: number;
  waitedMs: number;
  /** The writes that wait now. */
  waiting: number;
  /** When the last one was committed, on the process's monotonic clock. */
  wroteAt: number;
}

/** A store whose use is observed. */
export interface ObservedStore extends Store {
  readonly use: Readonly<StoreUse>;
}

/** Observes a store from now on. */
export function observed(store: Store): ObservedStore {
  const use: StoreUse = { writes: 0, waitedMs: 0, waiting: 0, wroteAt: Number.NEGATIVE_INFINITY };
  return {
    ...store,
    use,
    write: async (work, isConcurrent) => {
      const askedAt = performance.now();
      use.waiting += 1;
      let begin = (): void => {
        begin = () => undefined;
        use.waiting -= 1;
        use.writes += 1;
        use.waitedMs += performance.now() - askedAt;
      };
      try {
        const done = await store.write((db, locks) => {
          begin();
          return work(db, locks);
        }, isConcurrent);
        use.wroteAt = performance.now();
        return done;
      } finally {
        begin();
      }
    },
  };
}
