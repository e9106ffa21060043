import { closeSync, openSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { giveToOwner } from '../owner.ts';
import { DatabaseRefused, isLocked } from '../refused.ts';

/**
 * Keeps other processes from something until the returned function is called or this process ends: SQLite’s lock on an
 * empty file. Throws `DatabaseRefused` with `busy` if another process has it.
 */
export function lockFile(path: string, busy: string): () => void {
  let database: DatabaseSync | undefined;
  try {
    closeSync(openSync(path, 'a', 0o600));
    giveToOwner(path);
    database = new DatabaseSync(path, { timeout: 0 });
    database.exec('begin exclusive');
    return () => database?.close();
  } catch (error) {
    database?.close();
    if (isLocked(error)) throw new DatabaseRefused(busy);
    const why = (error as Error).message;
    throw new DatabaseRefused(`Cannot use ${dirname(path)}: ${path} cannot be written (${why}). Nothing was done.`);
  }
}
