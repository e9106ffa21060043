import type { DatabaseSync } from 'node:sqlite';

/** A log of this many pages is checkpointed in the next turn of the event loop; a shorter one can wait. */
export const MANY_PAGES = 1_000;

/** A log of this many pages (64 MiB) is checkpointed at once: such a large write leaves no turn in between. */
const MAX_PAGES = 16_000;

/** How long a short log waits, in milliseconds: a checkpoint makes the disk write, however short the log. */
const REST_MS = 1_000;

/** Checkpoints the write-ahead log into the database file between requests. */
export interface Checkpoints {
  /** Call it after each transaction. */
  wrote(): void;
  close(): void;
}

/**
 * SQLite checkpoints within the commit that fills the log: one request would pay for the hundred before it. This does
 * it after the answer, when no transaction is in progress.
 */
export function createCheckpoints(database: DatabaseSync, waitMs = REST_MS): Checkpoints {
  const look = database.prepare('pragma wal_checkpoint(noop)');
  const carryOver = database.prepare('pragma wal_checkpoint(passive)');
  let next: NodeJS.Immediate | undefined;
  let later: NodeJS.Timeout | undefined;

  const close = (): void => {
    clearImmediate(next);
    clearTimeout(later);
    next = undefined;
    later = undefined;
  };

  const run = (): void => {
    close();
    attempt(() => carryOver.get());
  };

  /** Only between transactions: the end of the present one calls again. */
  const attempt = (step: () => unknown): void => {
    try {
      if (database.isOpen && !database.isTransaction) step();
    } catch {
      // On a full disk the log stays: it can still be read, and the next write tries again.
    }
  };

  return {
    wrote: () =>
      attempt(() => {
        const { log, checkpointed } = look.get() as { log: number; checkpointed: number };
        const pages = log - checkpointed;
        if (pages >= MAX_PAGES) run();
        else if (pages >= MANY_PAGES) next ??= setImmediate(run).unref();
        else if (pages > 0) later ??= setTimeout(run, waitMs).unref();
      }),
    close,
  };
}
