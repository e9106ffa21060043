/** The database cannot be used; the message gives the reason and the remedy, and nothing was changed. */
export class DatabaseRefused extends Error {}

/** There was no answer from the place of the database. */
export class DatabaseUnreachable extends DatabaseRefused {}

/** The sentence if another program has locked a SQLite file. */
export const whyLocked =
  'another program has locked it: an import, a backup or sqlite3, for example. Nothing was changed; try again when it is done';

/** SQLite's codes for read-only, I/O error, full and cannot open; the system's for a disk that is full, fails or is read-only. */
const NOT_STORED: readonly unknown[] = [8, 10, 13, 14, 'ENOSPC', 'EDQUOT', 'EROFS', 'EIO'];

/** Whether an error says that a file or its disk cannot be used for writing. */
export function isNotStored(error: unknown): boolean {
  const { errcode, code } = (error ?? {}) as { readonly errcode?: number; readonly code?: string };
  return NOT_STORED.includes(errcode === undefined ? code : errcode & 0xff);
}

/** Whether an error of SQLite says that another program has locked the file. */
export function isLocked(error: unknown): boolean {
  return ((error as { errcode?: number }).errcode ?? 0) % 256 === 5;
}
