import type { DatabaseSync } from 'node:sqlite';

/** The setting that says that the file is to be rewritten when it is closed. */
export const REBUILD_DUE = 'rebuild_due';

/** A file of this size is rewritten in some seconds; a larger one stays as it is. */
const MAX_BYTES = 256 * 1024 * 1024;

/**
 * Rewrites a file after an erasure, as it is closed: SQLite moves rows between pages and leaves copies in the unused
 * parts, which no deletion reaches. If another process uses the file, the next one to close it does this.
 */
export function rebuildIfDue(database: DatabaseSync): void {
  try {
    if (database.prepare('select 1 from setting where key = ?').get(REBUILD_DUE) === undefined) return;
    const bytes = database
      .prepare('select page_count * page_size as n from pragma_page_count(), pragma_page_size()')
      .get();
    if (Number(bytes!.n) > MAX_BYTES) return;
    database.exec('vacuum');
    database.prepare('delete from setting where key = ?').run(REBUILD_DUE);
    database.exec('pragma wal_checkpoint(truncate)');
  } catch {
    // It is in use, or there is no room for another one. It stays due: the next one that closes the file tries again.
  }
}
