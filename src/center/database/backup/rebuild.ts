import { DatabaseSync } from 'node:sqlite';

/** Rewrites a database file without the unused parts of its pages, which may hold deleted text. */
export function rebuild(file: string): void {
  const database = new DatabaseSync(file);
  database.exec('vacuum');
  database.close();
}
