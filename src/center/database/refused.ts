/** The database cannot be used; the message gives the reason and the remedy, and nothing was changed. */
export class DatabaseRefused extends Error {}

/** There was no answer from the place of the database. */
export class DatabaseUnreachable extends DatabaseRefused {}

/** What to say if another program has locked a SQLite file, for a person. */
export const whyLocked =
  'another program has locked it: an import, a backup or sqlite3, for example. Nothing was changed; try again when it is done';

/** Whether an error of SQLite says that another program has locked the file. */
export function isLocked(error: unknown): boolean {
  return ((error as { errcode?: number }).errcode ?? 0) % 256 === 5;
}
