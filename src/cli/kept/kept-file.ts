import { statSync } from 'node:fs';
import type { DatabaseSync } from 'node:sqlite';
import { pathToFileURL } from 'node:url';
import { fileForm } from './newer-form.ts';
import { SCHEMA, SCHEMA_VERSION } from './schema.ts';
import { createOpener, inodeOf, inTransaction, type PrepareSql, putAside } from './sqlite-file.ts';

/** How long a transaction waits for those of other desks, in milliseconds. They take a few. */
const MAX_WAIT_MS = 2_000;
/** SQLite’s code if another process writes. */
export const BUSY = 5;
/** The codes of SQLite for a file that is damaged, or is not a database. */
const NO_DATABASE = 26;
const DAMAGED: readonly number[] = [11, NO_DATABASE];
/** Another desk fills the file that it makes sooner. */
const MAX_EMPTY_MS = 500;

type Transaction<T> = (sql: PrepareSql, generation: number) => T;

/** The SQLite file that all desks of one agent share. It is opened when it is first needed. */
export interface KeptFile {
  readonly path: string;
  /**
   * Runs all of it, or nothing. `generation` differs if another file is at the path now, without the state saved in the
   * former one. Throws the error of the system or of SQLite.
   */
  transact<T>(run: Transaction<T>): T;
  /** The same, without waiting for the disk: a loss of power may take it back. */
  transactLightly<T>(run: Transaction<T>): T;
  /** Reads without a transaction; only if the file is there. */
  read<T>(run: (sql: PrepareSql) => T): T | undefined;
  isThere(): boolean;
  close(): void;
}

interface KeptFileOptions {
  readonly path: string;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** Receives the new name of a damaged file. */
  readonly onDamage: (aside: string) => void;
}

/** Makes it; nothing is opened yet. */
export function createKeptFile({ path, now, onDamage }: KeptFileOptions): KeptFile {
  const file = createOpener({ path, timeout: MAX_WAIT_MS, prepare }, () => requireContent(path));
  const once = <T>(run: Transaction<T>): T => inTransaction(file.open(), sql => run(sql, file.generation()));
  const orAside = <T>(run: () => T): T => {
    try {
      return run();
    } catch (error) {
      if (!DAMAGED.includes(sqliteCode(error))) throw error;
      file.forget();
      onDamage(putAside(path, now()));
      return run();
    }
  };
  const transact = <T>(run: Transaction<T>): T => orAside(() => once(run));
  return {
    path,
    transact,
    transactLightly: run => {
      const { database } = file.open();
      database.exec('pragma synchronous = normal');
      try {
        return transact(run);
      } finally {
        database.exec('pragma synchronous = full');
      }
    },
    read: run => {
      if (inodeOf(path) === undefined) return undefined;
      try {
        return orAside(() => run(file.open().sql));
      } catch (error) {
        const seen = peek(path, run);
        if (seen === undefined) throw error;
        return seen;
      }
    },
    isThere: () => inodeOf(path) !== undefined,
    close: file.close,
  };
}

/**
 * Reads a file without changing it, even on a disk that cannot be written. Returns undefined if it cannot be read.
 */
export function peek<T>(path: string, run: (sql: PrepareSql) => T): T | undefined {
  const { DatabaseSync } = process.getBuiltinModule('node:sqlite');
  const withoutLog = new URL(`${pathToFileURL(path)}?immutable=1`);
  for (const place of inodeOf(`${path}-wal`) === undefined ? [path, withoutLog] : [path]) {
    try {
      const database = new DatabaseSync(place, { readOnly: true, timeout: MAX_WAIT_MS });
      try {
        return run(text => database.prepare(text));
      } finally {
        database.close();
      }
    } catch {
      // It is not a file of ours, or cannot be read in this way.
    }
  }
  return undefined;
}

function prepare(database: DatabaseSync): void {
  const form = fileForm(database, SCHEMA_VERSION);
  patiently(() => database.exec('pragma journal_mode = wal'));
  // Sent texts leave no remains in the file.
  database.exec('pragma synchronous = full; pragma secure_delete = on; pragma foreign_keys = on');
  // Later tables are added to an older file.
  if (form < SCHEMA_VERSION) database.exec(SCHEMA);
}

/**
 * An empty file is not a new one, but a remnant of a full disk or a broken copy, unless another desk is making it just
 * now.
 */
function requireContent(path: string): void {
  const until = performance.now() + MAX_EMPTY_MS;
  while (statSync(path, { throwIfNoEntry: false })?.size === 0) {
    if (performance.now() >= until) throw Object.assign(new Error('it is empty'), { errcode: NO_DATABASE });
    pause();
  }
}

/** Whether a file holds nothing that can be read. */
export function isDamaged(path: string): boolean {
  return peek(path, sql => sql('select 1 from desk').all()) === undefined;
}

function pause(): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 10);
}

/** SQLite does not wait by itself for its turn to turn the log on. */
function patiently(run: () => void): void {
  const until = performance.now() + MAX_WAIT_MS;
  for (;;) {
    try {
      run();
      return;
    } catch (error) {
      if (sqliteCode(error) !== BUSY || performance.now() >= until) throw error;
      pause();
    }
  }
}

/** The code of an error of SQLite; 0 for any other error. */
export function sqliteCode(error: unknown): number {
  return ((error as { errcode?: number }).errcode ?? 0) % 256;
}

/** The meaning of SQLite's codes, for a person. */
const REASONS: Readonly<Record<number, string>> = {
  [BUSY]: 'another desk is writing to it',
  8: 'it is read-only',
  10: 'the disk cannot write it',
  13: 'the disk is full',
  14: 'it cannot be opened',
};

/** Why a file cannot be read or written, for a person: in words, or with the system's code. */
export function fileProblem(error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException;
  if (code === 'ENOSPC') return 'the disk is full';
  return REASONS[sqliteCode(error)] ?? (code && !code.startsWith('ERR_') ? code : message);
}
