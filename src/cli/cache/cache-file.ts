import { chmodSync, closeSync, mkdirSync, openSync, rmSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { BUSY, codeOf, PARTS, reasonOf, type Sql } from '../kept/kept-file.ts';
import { SCHEMA, SCHEMA_VERSION } from './schema.ts';

/** How long a write waits for another desk's. A key may wait behind it; the write is tried again later. */
const MAX_WAIT_MS = 100;
/** SQLite's codes for what is wrong outside the file: locked, no memory, read-only, cannot be written, full, not opened. */
const OUTSIDE: readonly number[] = [6, 7, 8, 10, 13, 14];

/** The SQLite file of a cache. It never throws: what cannot be read is a gap, and what cannot be written is lost. */
export interface CacheFile {
  readonly path: string;
  /** Reads; `otherwise` if that is impossible. */
  read<T>(run: (sql: Sql) => T, otherwise: T): T;
  /** Does all of it in one transaction, or nothing: then it returns false. */
  write(run: (sql: Sql) => void): boolean;
  /** Outside a transaction. */
  tidy(run: (sql: Sql) => void): void;
  close(): void;
}

interface CacheFileOptions {
  readonly path: string;
  /** Receives, once, the reason why nothing can be kept. */
  readonly onProblem: (reason: string) => void;
}

interface Open {
  readonly database: DatabaseSync;
  readonly sql: Sql;
  readonly inode: number;
}

/** Makes it; nothing is opened yet, and reading makes no file. A file that is damaged, or of another version, is made anew. */
export function createCacheFile({ path, onProblem }: CacheFileOptions): CacheFile {
  /** None is closed before the end: SQLite deletes the log at this path when it closes a file, and that is the new one's. */
  const all: Open[] = [];
  let opened: Open | undefined;
  let hasTold = false;
  let thrownAway = 0;
  const fail = (error: unknown): void => {
    const code = codeOf(error);
    if (code === BUSY) return;
    const isOutside = OUTSIDE.includes(code) || (error as NodeJS.ErrnoException).syscall !== undefined;
    if (!isOutside && thrownAway < 2) {
      thrownAway += 1;
      opened = undefined;
      if (orNothing(() => throwAway(path))) return;
    }
    if (!hasTold) onProblem(reasonOf(error));
    hasTold = true;
  };
  const ensureOpen = (): Open => {
    // Another desk may have thrown it away.
    if (opened && opened.inode === inodeOf(path)) return opened;
    opened = openFile(path);
    all.push(opened);
    return opened;
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
      return attempt(() => run(ensureOpen().sql), otherwise);
    },
    write: run => {
      const once = () => attempt(() => transact(ensureOpen(), run), false);
      const former = thrownAway;
      return once() || (thrownAway > former && once());
    },
    tidy: run => {
      if (inodeOf(path) !== undefined) attempt(() => run(ensureOpen().sql), undefined);
    },
    close: () => {
      if (opened && opened.inode === inodeOf(path)) attempt(() => opened?.database.close(), undefined);
      opened = undefined;
    },
  };
}

function transact({ database, sql }: Open, run: (sql: Sql) => void): true {
  database.exec('begin immediate');
  try {
    run(sql);
    database.exec('commit');
    return true;
  } finally {
    // After some errors SQLite itself has ended it.
    if (database.isTransaction) database.exec('rollback');
  }
}

/** Removes a cache with what SQLite keeps beside it. */
export function throwAway(path: string): void {
  for (const part of PARTS) rmSync(`${path}${part}`, { force: true });
}

/** SQLite gives its own files the mode of this one. */
function openFile(path: string): Open {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  closeSync(openSync(path, 'a', 0o600));
  chmodSync(path, 0o600);
  const inode = inodeOf(path)!;
  // Loaded here: a desk on an embedded help center has no cache.
  const { DatabaseSync } = process.getBuiltinModule('node:sqlite');
  const database = new DatabaseSync(path, { timeout: MAX_WAIT_MS });
  const prepared = new Map<string, StatementSync>();
  const sql: Sql = text => {
    const statement = prepared.get(text) ?? database.prepare(text);
    prepared.set(text, statement);
    return statement;
  };
  try {
    prepare(database);
  } catch (error) {
    database.close();
    throw error;
  }
  return { database, sql, inode };
}

function prepare(database: DatabaseSync): void {
  // A deleted message leaves no remains, and the file shrinks when much is forgotten.
  database.exec('pragma auto_vacuum = incremental; pragma secure_delete = on; pragma journal_mode = wal');
  // A loss of power may take the last moments back: the help center has them.
  database.exec('pragma synchronous = normal; pragma journal_size_limit = 1048576');
  // Much at once would hold up a key.
  database.exec('pragma wal_autocheckpoint = 200');
  const version = versionOf(database);
  if (version === SCHEMA_VERSION) return;
  if (version !== 0) throw new Error('another version of this program made it');
  try {
    database.exec(SCHEMA);
  } catch (error) {
    if (database.isTransaction) database.exec('rollback');
    // Another desk has made it meanwhile.
    if (versionOf(database) !== SCHEMA_VERSION) throw error;
  }
}

function versionOf(database: DatabaseSync): number {
  return Number(database.prepare('pragma user_version').get()!.user_version);
}

function orNothing(run: () => void): boolean {
  try {
    run();
    return true;
  } catch {
    return false;
  }
}

function inodeOf(path: string): number | undefined {
  return statSync(path, { throwIfNoEntry: false })?.ino;
}
