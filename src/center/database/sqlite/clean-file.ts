import { DatabaseSync } from 'node:sqlite';

/** A larger file is not rewritten without being asked, in bytes: it takes a second for each 100 MB, and as much room again. */
const MAX_REWRITTEN = 256 * 1_048_576;

/** Pages of the search index that one transaction merges: others write in between. */
const PAGES_AT_ONCE = 256;

/** How long a step waits for other writers, in milliseconds. */
const MAX_WAIT_MS = 5_000;

/** What `user_version` says of a file in which nothing is left that was deleted before deleted rows were overwritten. */
const CLEAN = 1;

function numberOf(database: DatabaseSync, query: string): number {
  const [row] = database.prepare(query).all();
  return Number(Object.values(row!)[0]);
}

/** Whether `cleanFile` has done its work on this file, or never had any. */
export function isClean(database: DatabaseSync): boolean {
  return numberOf(database, 'pragma user_version') >= CLEAN;
}

/** Notes that the file holds nothing that was deleted. */
export function markClean(database: DatabaseSync): void {
  database.exec(`pragma user_version = ${CLEAN}`);
}

/** A search index of former programs only marks words as deleted; they go when its parts are merged into one. */
function mergeWords(database: DatabaseSync): void {
  const merge = database.prepare("insert into search (search, rank) values ('merge', ?)");
  const changes = () => numberOf(database, 'select total_changes()');
  let before = changes();
  // The first one asks for one single part in the end. A merge that finds nothing to do makes less than two changes.
  merge.run(-PAGES_AT_ONCE);
  for (let isDone = false; !isDone; ) {
    before = changes();
    merge.run(PAGES_AT_ONCE);
    isDone = changes() - before < 2;
  }
}

/**
 * Takes everything out of the file at `path` that was deleted in it before deleted rows were overwritten. A file of more
 * than 256 MiB is not rewritten: only its search index is cleaned. Throws where another process writes, or the disk is
 * full; the file is as good as before then, and the next start tries again.
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
