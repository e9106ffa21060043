import { chmodSync, existsSync, realpathSync, statSync } from 'node:fs';
import type { DatabaseSync } from 'node:sqlite';
import { Kysely } from 'kysely';
import { requireKnownSchema } from './migrations/known-schema.ts';
import { migrate } from './migrations/migrate.ts';
import { isPostgres, readDatabaseAddress } from './postgres/address.ts';
import { DatabaseRefused, DatabaseUnreachable, isLocked, isNotStored, whyLocked } from './refused.ts';
import { createCheckpoints } from './sqlite/checkpoint.ts';
import {
  NodeSqliteDialect,
  openReader,
  openSqliteWriter,
  serveWhileWaiting,
  setUpWriter,
  takeLeftLog,
} from './sqlite/dialect.ts';
import { createForgetting } from './sqlite/forgetting.ts';
import { createReaders } from './sqlite/readers.ts';
import { rebuildIfDue } from './sqlite/rebuild-due.ts';
import { releaseFile, reserveFile } from './sqlite/reserve-file.ts';
import { defaultDatabase, type OpenSettings, type Store } from './store.ts';
import type { Tables } from './tables.ts';

/** The files and folders of a help center's own data, as real paths. They contain no mail to import. */
export function ownPathsOf(database: string, attachmentsFolder: string): ReadonlySet<string> {
  const paths = existsSync(attachmentsFolder) ? [realpathSync(attachmentsFolder)] : [];
  if (!isPostgres(database) && existsSync(database)) {
    const file = realpathSync(database);
    paths.push(file, `${file}-wal`, `${file}-shm`);
  }
  return new Set(paths);
}

function isMemory(path: string): boolean {
  return path === ':memory:';
}

/** An old file, or a copy of one, may be readable by others, and so may the log beside it. */
function closeToOthers(path: string): void {
  for (const one of [path, `${path}-wal`, `${path}-shm`])
    if (existsSync(one) && (statSync(one).mode & 0o077) !== 0) chmodSync(one, 0o600);
}

async function reserve(path: string): Promise<boolean> {
  try {
    return !isMemory(path) && (await reserveFile(path));
  } catch (error) {
    throw refused(path, error);
  }
}

function open(path: string, { memory }: OpenSettings): DatabaseSync {
  try {
    const connection = openSqliteWriter(path);
    if (memory !== undefined && isMemory(path)) connection.deserialize(memory);
    return connection;
  } catch (error) {
    throw refused(path, error);
  }
}

function refused(path: string, error: unknown): DatabaseRefused {
  if (error instanceof DatabaseRefused) return error;
  if (isLocked(error)) return new DatabaseUnreachable(`Cannot use ${path}: ${whyLocked}.`, { cause: error });
  const { code, errcode, message } = error as { code?: string; errcode?: number; message: string };
  const why = WHY_UNUSABLE[errcode === undefined ? (code ?? '') : errcode & 0xff] ?? message;
  return new DatabaseRefused(`Cannot use ${path}: ${why}.`, { cause: error });
}

const notWritable = 'it cannot be written. Nothing was changed; name another file or ask for the right to write it';

/** The meaning of SQLite's and the system's codes, for the person who named the file. */
const WHY_UNUSABLE: Readonly<Record<string | number, string>> = {
  10: 'it or its disk cannot be read or written. Nothing was changed; make room there, or name another file',
  11: 'it is damaged. Nothing in it was changed; take a copy of it from before',
  13: 'its disk is full. Nothing was changed; make room there, or name another file',
  26: 'it is not a database. Nothing in it was changed; name another file',
  EISDIR: 'it is a folder. Name a file in it',
  EACCES: notWritable,
  EPERM: notWritable,
  EROFS: notWritable,
};

/** The place of a database, the same however it is named; without a password. */
export function databasePlace(database: string): string {
  if (isPostgres(database)) return readDatabaseAddress(database).place;
  return isMemory(database) ? database : realpathSync(database);
}

/**
 * Opens the help center's database by its path or its PostgreSQL address, creates it if missing and upgrades an older
 * one. Throws `DatabaseRefused` if it is not a database, another program's, or a newer program's. `log` is told what a person
 * should know later.
 */
export async function openDatabase(
  database: string,
  now: number,
  settings: OpenSettings = defaultDatabase,
  log: (line: string) => void = () => undefined,
): Promise<Store> {
  if (!isPostgres(database)) return openFile(database, now, settings);
  const { openPostgres } = await import('./postgres/open.ts');
  return openPostgres(database, now, settings, log);
}

function hasLog(path: string): boolean {
  return (statSync(`${path}-wal`, { throwIfNoEntry: false })?.size ?? 0) > 0;
}

/** The system's codes for a file that this user may not write. */
const NOT_ALLOWED: readonly unknown[] = ['EACCES', 'EPERM'];

async function openFile(path: string, now: number, settings: OpenSettings): Promise<Store> {
  try {
    return await openToWrite(path, now, settings);
  } catch (error) {
    const { cause } = error as { readonly cause?: NodeJS.ErrnoException };
    if (!settings.orReadOnly || !(isNotStored(cause) || NOT_ALLOWED.includes(cause?.code))) throw error;
    const { openReadOnly } = await import('./sqlite/open-read-only.ts');
    return openReadOnly(path, settings).catch(why => {
      throw why instanceof DatabaseRefused ? why : error;
    });
  }
}

async function openToWrite(path: string, now: number, settings: OpenSettings): Promise<Store> {
  const { memoryMiB } = settings;
  const isMade = await reserve(path);
  let isLogLeft = hasLog(path);
  const connection = open(path, settings);
  const writer = new Kysely<Tables>({ dialect: new NodeSqliteDialect(connection, 'write') });
  try {
    await migrate(writer, 'sqlite', now, () => {
      if (!isMemory(path)) closeToOthers(path);
      isLogLeft &&= takeLeftLog(connection);
      setUpWriter(connection, memoryMiB);
    });
    serveWhileWaiting(connection);
  } catch (error) {
    connection.close();
    if (isMade) releaseFile(path);
    throw refused(path, error);
  }
  // Another connection to `:memory:` would be another database.
  const readConnection = isMemory(path) ? connection : openReader(path, memoryMiB / 2);
  const reader = isMemory(path)
    ? writer
    : new Kysely<Tables>({ dialect: new NodeSqliteDialect(readConnection, 'read') });
  const readers = isMemory(path) ? undefined : createReaders(path, memoryMiB / 2);
  const checkpoints = createCheckpoints(connection);
  const forgetting = createForgetting(connection);
  if (isLogLeft) forgetting.forget();
  return {
    kind: 'sqlite',
    reader,
    read: readers?.read ?? (work => reader.transaction().execute(work)),
    write: work =>
      writer
        .transaction()
        .execute(async db => {
          await requireKnownSchema(db);
          return work(db);
        })
        .finally(checkpoints.wrote),
    forget: forgetting.forget,
    clear: forgetting.clear,
    trim: () => {
      for (const each of new Set([connection, readConnection])) each.exec('pragma shrink_memory');
      readers?.trim();
    },
    close: async () => {
      checkpoints.close();
      forgetting.close();
      // Kysely leaves an unused connection open, and only a writer that closes last deletes the log.
      await readers?.close();
      await reader.destroy();
      if (readConnection.isOpen && readConnection !== connection) readConnection.close();
      if (connection.isOpen && !isMemory(path)) rebuildIfDue(connection);
      await writer.destroy();
      if (connection.isOpen) connection.close();
    },
  };
}
