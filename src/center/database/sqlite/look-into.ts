import { existsSync } from 'node:fs';
import type { DatabaseSync } from 'node:sqlite';
import { pathToFileURL } from 'node:url';

/** How long a look waits for a process that writes, in milliseconds. */
const MAX_WAIT_MS = 100;

/**
 * Reads a SQLite file and writes nothing, not even a log beside it: without a running process the file is read as it
 * is, without what a killed one left in its log. Throws SQLite's error if it cannot be read.
 */
export function lookInto<T>(path: string, look: (database: DatabaseSync) => T): T {
  const { DatabaseSync } = process.getBuiltinModule('node:sqlite');
  const address = pathToFileURL(path);
  if (!existsSync(`${path}-wal`) || !existsSync(`${path}-shm`)) address.searchParams.set('immutable', '1');
  const database = new DatabaseSync(address, { readOnly: true, timeout: MAX_WAIT_MS });
  try {
    return look(database);
  } finally {
    database.close();
  }
}
