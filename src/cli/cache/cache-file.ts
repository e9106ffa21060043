import { chmodSync, rmSync, statSync } from 'node:fs';
import type { DatabaseSync } from 'node:sqlite';
import { BUSY, fileProblem, sqliteCode } from '../kept/kept-file.ts';
import { fileForm, NewerForm } from '../kept/newer-form.ts';
import { createOpener, inodeOf, inTransaction, type PrepareSql, SQLITE_FILE_ENDINGS } from '../kept/sqlite-file.ts';
import { CACHE_SCHEMA, CACHE_SCHEMA_VERSION } from './schema.ts';

/** How long a write waits for another desk's. A key may wait behind it; the write is tried again later. */
const MAX_WAIT_MS = 100;
/** SQLite's codes for faults outside the file: locked, no memory, read-only, cannot be written, full, not opened. */
const OUTSIDE: readonly number[] = [6, 7, 8, 10, 13, 14];

/** The SQLite file of a cache. It never throws: unreadable parts are gaps, and failed writes are lost. */
export interface CacheFile {
  readonly path: string;
  /** Reads; `otherwise` if that is impossible. */
  read<T>(run: (sql: PrepareSql) => T, otherwise: T): T;
  /** Does all of it in one transaction, or nothing: then it returns false. */
  write(run: (sql: PrepareSql) => void): boolean;
  /** Outside a transaction. */
  tidy(run: (sql: PrepareSql) => void): void;
  close(): void;
}

interface CacheFileOptions {
  readonly path: string;
  /** Receives, once, the reason why nothing can be kept. */
  readonly onProblem: (reason: string) => void;
}

/** Makes it; nothing is opened yet, and reading makes no file. A damaged or older file is replaced. */
export function createCacheFile({ path, onProblem }: CacheFileOptions): CacheFile {
  const file = createOpener({ path, timeout: MAX_WAIT_MS, prepare: database => prepare(path, database) });
  let hasTold = false;
  let thrownAway = 0;
  const fail = (error: unknown): void => {
    const code = sqliteCode(error);
    if (code === BUSY) return;
    const isKept =
      OUTSIDE.includes(code) || (error as NodeJS.ErrnoException).syscall !== undefined || error instanceof NewerForm;
    if (!isKept && thrownAway < 2) {
      thrownAway += 1;
      file.forget();
      if (orNothing(() => throwAway(path))) return;
    }
    if (!hasTold) onProblem(fileProblem(error));
    hasTold = true;
  };
  const attempt = <T>(run: () => T, otherwise: T): T => {
    try {
      return run();
    } catch (error) {
      fail(error);
      return otherwise;
    }
  };
  return {
    path,
    read: (run, otherwise) => {
      if (inodeOf(path) === undefined) return otherwise;
      return attempt(() => run(file.open().sql), otherwise);
    },
    write: run => {
      const done = (): true => {
        inTransaction(file.open(), run);
        return true;
      };
      const once = () => attempt(done, false);
      const former = thrownAway;
      return once() || (thrownAway > former && once());
    },
    tidy: run => {
      if (inodeOf(path) !== undefined) attempt(() => run(file.open().sql), undefined);
    },
    close: () => attempt(file.close, undefined),
  };
}

/** Removes a cache with SQLite's files beside it. Returns how many bytes they took. */
export function throwAway(path: string): number {
  return SQLITE_FILE_ENDINGS.reduce((bytes, part) => {
    const size = statSync(`${path}${part}`, { throwIfNoEntry: false })?.size ?? 0;
    rmSync(`${path}${part}`, { force: true });
    return bytes + size;
  }, 0);
}

function prepare(path: string, database: DatabaseSync): void {
  const form = fileForm(database, CACHE_SCHEMA_VERSION, ', or run: frontdesk cache clear');
  chmodSync(path, 0o600);
  // A deleted message leaves no remains, and the file shrinks when much is forgotten.
  database.exec('pragma auto_vacuum = incremental; pragma secure_delete = on; pragma journal_mode = wal');
  // A loss of power may take the last moments back: the help center has them.
  database.exec('pragma synchronous = normal; pragma journal_size_limit = 1048576');
  // Much at once would hold up a key.
  database.exec('pragma wal_autocheckpoint = 200');
  if (form === CACHE_SCHEMA_VERSION) return;
  if (form !== 0) throw new Error('an older version of this program made it');
  try {
    database.exec(CACHE_SCHEMA);
  } catch (error) {
    if (database.isTransaction) database.exec('rollback');
    // Another desk has made it meanwhile.
    if (fileForm(database, CACHE_SCHEMA_VERSION) !== CACHE_SCHEMA_VERSION) throw error;
  }
}

function orNothing(run: () => void): boolean {
  try {
    run();
    return true;
  } catch {
    return false;
  }
}
