import { DatabaseSync } from 'node:sqlite';

/**
 * A larger file is not rewritten automatically, in bytes: it takes a second for each 100 MB, and as much free space.
 */
const MAX_REWRITTEN = 256 * 1_048_576;

/** Pages of the search index that one transaction merges: others write in between. */
const PAGES_AT_ONCE = 256;

/** How long a step waits for other writers, in milliseconds. */
const MAX_WAIT_MS = 5_000;

/** The value of `user_version` for a file without remains of data deleted before deleted rows were overwritten. */
const CLEAN = 1;

function numberOf(database: DatabaseSync, query: string): number {
  const [row] = database.prepare(query).all();
  return Number(Object.values(row!)[0]);
}

/** Whether `cleanFile` has finished with this file, or was never needed. */
export function isClean(database: DatabaseSync): boolean {
  return numberOf(database, 'pragma user_version') >= CLEAN;
}

/** Records that the file contains no remains of deleted data. */
export function markClean(database: DatabaseSync): void {
  database.exec(`pragma user_version = ${CLEAN}`);
}

/** A search index of former programs only marks words as deleted; merging its segments into one removes them. */
function mergeWords(database: DatabaseSync): void {
  const merge = database.prepare("insert into search (search, rank) values ('merge', ?)");
  const changes = () => numberOf(database, 'select total_changes()');
  let before = changes();
  // The first step asks for one single segment in the end. A merge with nothing to do makes fewer than two changes.
  merge.run(-PAGES_AT_ONCE);
  for (let isDone = false; !isDone; ) {
    before = changes();
    merge.run(PAGES_AT_ONCE);
    isDone = changes() - before < 2;
  }
}

/**
 * Removes the remains of data that was deleted in the file at `path` before deleted rows were overwritten. A file of
 * more than 256 MiB is not rewritten: only its search index is cleaned. Throws if another process writes, or the disk
 * is full; the file is then as before, and the next start tries again.
 */
export function cleanFile(path: string): void {
  const database = new DatabaseSync(path, { timeout: MAX_WAIT_MS });
  try {
    if (isClean(database)) return;
    database.exec('pragma synchronous = full; pragma secure_delete = on; pragma wal_autocheckpoint = 0');
    mergeWords(database);
    const size = numberOf(database, 'select page_count * page_size from pragma_page_count, pragma_page_size');
    if (size <= MAX_REWRITTEN) database.exec('vacuum');
    markClean(database);
  } finally {
    database.close();
  }
}
