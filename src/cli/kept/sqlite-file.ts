import { chmodSync, closeSync, mkdirSync, openSync, renameSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import type { DatabaseSync, StatementSync } from 'node:sqlite';

/** A prepared statement of a text; each is prepared once. */
export type PrepareSql = (text: string) => StatementSync;

/** The files of a SQLite database, by their endings. */
export const SQLITE_FILE_ENDINGS = ['', '-wal', '-shm'] as const;

/** A private SQLite file that is open. */
export interface SqliteFile {
  readonly database: DatabaseSync;
  readonly sql: PrepareSql;
  /** Tells whether another file is at the path by now. */
  readonly inode: number;
}

interface Opening {
  readonly path: string;
  /** How long SQLite waits for another process, in milliseconds. */
  readonly timeout: number;
  /** Brings it into the form that is needed; if it throws, the file is closed. */
  readonly prepare: (database: DatabaseSync) => void;
}

/** A file that is opened when it is first needed, and again if another file is at its path by then. */
export interface Opener {
  /** Throws the error of the system or of SQLite. */
  open(): SqliteFile;
  /** Another number for each file that was at the path. */
  generation(): number;
  /** The file was put aside or thrown away: the next one is another. */
  forget(): void;
  close(): void;
}

/** Makes it; nothing is opened yet. `before` runs before a file is opened. */
export function createOpener(opening: Opening, before = (): void => undefined): Opener {
  /** None is closed before the end: SQLite deletes the log at this path when it closes a file, and that is the new one's. */
  const all: SqliteFile[] = [];
  let opened: SqliteFile | undefined;
  const isThere = (file: SqliteFile): boolean => file.inode === inodeOf(opening.path);
  return {
    open: () => {
      // Another desk may have put it aside.
      if (opened && isThere(opened)) return opened;
      before();
      opened = openSqliteFile(opening);
      all.push(opened);
      return opened;
    },
    generation: () => all.length,
    forget: () => {
      opened = undefined;
    },
    close: () => {
      const last = opened;
      opened = undefined;
      if (last && isThere(last)) last.database.close();
    },
  };
}

/** Moves a damaged file, with SQLite's files beside it, to another name, which it returns. */
export function putAside(path: string, now: number): string {
  const aside = `${path}.damaged-${now}`;
  for (const part of SQLITE_FILE_ENDINGS) {
    if (inodeOf(`${path}${part}`) !== undefined) renameSync(`${path}${part}`, `${aside}${part}`);
  }
  chmodSync(aside, 0o600);
  return aside;
}

/** Opens it, or makes it with the mode 0600, which SQLite gives its own files beside it too. */
function openSqliteFile({ path, timeout, prepare }: Opening): SqliteFile {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  closeSync(openSync(path, 'a', 0o600));
  const inode = inodeOf(path)!;
  // Loaded here, because nothing before the first frame needs it.
  const { DatabaseSync } = process.getBuiltinModule('node:sqlite');
  const database = new DatabaseSync(path, { timeout });
  const prepared = new Map<string, StatementSync>();
  const sql: PrepareSql = text => {
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

/** Does all of it in one transaction, or nothing. */
export function inTransaction<T>({ database, sql }: SqliteFile, run: (sql: PrepareSql) => T): T {
  database.exec('begin immediate');
  try {
    const result = run(sql);
    database.exec('commit');
    return result;
  } finally {
    // After some errors SQLite itself has ended it.
    if (database.isTransaction) database.exec('rollback');
  }
}

/** The file at a path; undefined if there is none. */
export function inodeOf(path: string): number | undefined {
  try {
    return statSync(path, { throwIfNoEntry: false })?.ino;
  } catch (error) {
    // A file in place of its folder is not an entry for Node, but an error for Bun.
    if ((error as NodeJS.ErrnoException).code === 'ENOTDIR') return undefined;
    throw error;
  }
}
