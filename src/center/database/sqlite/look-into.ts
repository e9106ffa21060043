import { existsSync, statSync } from 'node:fs';
import type { DatabaseSync } from 'node:sqlite';
import { pathToFileURL } from 'node:url';

/** How long a look waits for a process that writes, in milliseconds. */
const MAX_WAIT_MS = 100;

/** The size of the smallest index of a log, in bytes. On a full disk SQLite leaves a shorter one, and an empty log. */
const LEAST_INDEX_BYTES = 32_768;

/** Whether a process uses a file, or was killed while it did: then a part of it is in its log. */
export function hasIndexedLog(path: string): boolean {
  const index = statSync(`${path}-shm`, { throwIfNoEntry: false });
  return existsSync(`${path}-wal`) && (index?.size ?? 0) >= LEAST_INDEX_BYTES;
}

/** Opens a SQLite file for reading, as `lookInto` does. */
export function openUntouched(path: string): DatabaseSync {
  const { DatabaseSync } = process.getBuiltinModule('node:sqlite');
  const address = pathToFileURL(path);
  if (!hasIndexedLog(path)) address.searchParams.set('immutable', '1');
  return new DatabaseSync(address, { readOnly: true, timeout: MAX_WAIT_MS });
}

/**
 * Reads a SQLite file without writing anything, not even a log beside it. If no process has it open, the log of a
 * killed one is ignored. Throws SQLite's error if it cannot be read.
 */
export function lookInto<T>(path: string, look: (database: DatabaseSync) => T): T {
  const database = openUntouched(path);
  try {
    return look(database);
  } finally {
    database.close();
  }
}
