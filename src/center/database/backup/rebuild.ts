import { DatabaseSync } from 'node:sqlite';

/** Writes a database file anew, without the unused parts of its pages, which may hold what was deleted. */
export function rebuild(file: string): void {
  const database = new DatabaseSync(file);
  database.exec('vacuum');
  database.close();
}
