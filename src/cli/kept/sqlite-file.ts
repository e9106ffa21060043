import { closeSync, mkdirSync, openSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import type { DatabaseSync, StatementSync } from 'node:sqlite';

/** A prepared statement of a text; each is prepared once. */
export type Sql = (text: string) => StatementSync;

/** A private SQLite file that is open. */
export interface SqliteFile {
  readonly database: DatabaseSync;
  readonly sql: Sql;
  /** Tells whether another file is at the path by now. */
  readonly inode: number;
}

/**
 * Opens it, or makes it with the mode 0600, which SQLite gives its own files beside it too. `prepare` brings it into the
 * form that is needed; if it throws, the file is closed. Throws the error of the system or of SQLite.
 */
export function openSqliteFile(
  path: string,
  { timeout, prepare }: { readonly timeout: number; readonly prepare: (database: DatabaseSync) => void },
): SqliteFile {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  closeSync(openSync(path, 'a', 0o600));
  const inode = inodeOf(path)!;
  // Loaded here, because nothing before the first frame needs it.
  const { DatabaseSync } = process.getBuiltinModule('node:sqlite');
  const database = new DatabaseSync(path, { timeout });
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

/** Does all of it in one transaction, or nothing. */
export function inTransaction<T>({ database, sql }: SqliteFile, run: (sql: Sql) => T): T {
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
    // A file in place of its folder is no entry for Node, but an error for Bun.
    if ((error as NodeJS.ErrnoException).code === 'ENOTDIR') return undefined;
    throw error;
  }
}
