import type { DatabaseSync } from 'node:sqlite';

/**
 * How long after a deletion the remains of its text are removed, in milliseconds: several deletions are handled
 * together.
 */
const WAIT_MS = 1_000;

/** The longest wait for other processes that still read the log, in milliseconds. */
const MAX_WAIT_MS = 60_000;

/** Pages of the search index that one step rewrites: other requests are answered between two steps. */
const STEP_PAGES = 64;

/** The rewriting takes at most one part in this many of the time. */
const REST = 20;

/** An index of at most this many blocks, of 4 KiB each, is rebuilt in some milliseconds. */
const SMALL_BLOCKS = 32;

/** Writes a segment of one word that is deleted already. No conversation has this id. */
const BESIDE = `insert into search (rowid, words) values (-1, 'x'); delete from search where rowid = -1`;

function addBeside(database: DatabaseSync): void {
  database.exec('begin immediate');
  try {
    database.exec(`${BESIDE}; commit`);
  } catch (error) {
    if (database.isTransaction) database.exec('rollback');
    throw error;
  }
}

/** How long closing may take to finish the rewriting, in milliseconds. */
const MAX_CLOSING_MS = 1_000;

/**
 * Removes the remains of deleted texts that SQLite keeps outside their rows: words in the search index, pages in the
 * log.
 */
export interface Forgetting {
  /** Call it after a transaction that deleted texts. */
  forget(): void;
  /** The same; returns when all is done. */
  clear(): Promise<void>;
  /** Finishes as much as takes a second. */
  close(): void;
}

/**
 * FTS5 only marks words as deleted until all its segments are merged into one; removing them at once (`secure-delete`)
 * would make every change of a conversation's words ten times slower. So the segments are merged some time after a
 * deletion, step by step and between transactions. Then the log, which contains old pages, is truncated.
 */
export function createForgetting(database: DatabaseSync, waitMs = WAIT_MS): Forgetting {
  const merge = database.prepare(`insert into search (search, rank) values ('merge', ?)`);
  const blocks = database.prepare(`select count(*) as n from (select 1 from search_data limit ${SMALL_BLOCKS + 1})`);
  const changes = database.prepare('select total_changes() as n');
  const truncate = database.prepare('pragma wal_checkpoint(truncate)');
  let timer: NodeJS.Timeout | undefined;
  let next: NodeJS.Immediate | undefined;
  let isAsked = false;
  let restUntil = 0;
  const waiting: (() => void)[] = [];
  /** Keeps the process alive until all is done: a command may have nothing else to do. */
  let staying: NodeJS.Timeout | undefined;

  /** Undefined if a transaction is in progress, or another process writes. */
  const attempt = <T>(step: () => T): T | undefined => {
    try {
      return database.isOpen && !database.isTransaction ? step() : undefined;
    } catch {
      // A full disk, or another writer: it is tried again.
      return undefined;
    }
  };

  /**
   * Whether all words are merged; a negative first step starts with all segments. FTS5 does not merge a single segment,
   * nor segments of one level so that their deleted words go: a small index is rebuilt, and a larger one gets a second
   * segment first.
   */
  const mergeSome = (isFirst: boolean): boolean => {
    if (isFirst && Number(blocks.get()!.n) <= SMALL_BLOCKS) {
      database.exec(`insert into search (search) values ('rebuild')`);
      return true;
    }
    if (isFirst) addBeside(database);
    const before = Number(changes.get()!.n);
    merge.run(isFirst ? -STEP_PAGES : STEP_PAGES);
    return Number(changes.get()!.n) - before < 2;
  };

  const cutLog = (): boolean => attempt(() => Number(truncate.get()!.busy) === 0) ?? false;

  const later = (work: () => void, delayMs: number): void => {
    timer = setTimeout(work, delayMs).unref();
  };

  const cutLater = (delayMs: number): void => {
    if (!database.isOpen || (cutLog() && !isAsked)) {
      timer = undefined;
      clearInterval(staying);
      for (const tell of waiting.splice(0)) tell();
      return;
    }
    // Another process reads an older state.
    if (isAsked) begin();
    else later(() => cutLater(Math.min(delayMs * 2, MAX_WAIT_MS)), delayMs);
  };

  const run = (): void => {
    isAsked = false;
    const started = performance.now();
    let isFirst = true;
    const step = (): void => {
      if (!database.isOpen) return;
      const isDone = attempt(() => mergeSome(isFirst));
      if (isDone === undefined) later(step, waitMs);
      else if (isDone) {
        restUntil = performance.now() + REST * (performance.now() - started);
        cutLater(waitMs);
      } else {
        isFirst = false;
        next = setImmediate(step).unref();
      }
    };
    step();
  };

  const begin = (): void => later(run, Math.max(waitMs, restUntil - performance.now()));

  const forget = (): void => {
    isAsked = true;
    if (timer === undefined) begin();
  };

  return {
    forget,
    clear: () =>
      new Promise(done => {
        waiting.push(done);
        clearInterval(staying);
        staying = setInterval(() => undefined, MAX_WAIT_MS);
        forget();
      }),
    close: () => {
      clearInterval(staying);
      if (timer === undefined) return;
      clearTimeout(timer);
      clearImmediate(next);
      const until = performance.now() + MAX_CLOSING_MS;
      for (let isFirst = true; performance.now() < until; isFirst = false)
        if (attempt(() => mergeSome(isFirst)) ?? true) break;
      cutLog();
    },
  };
}
