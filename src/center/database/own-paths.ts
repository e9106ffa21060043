import { existsSync, realpathSync } from 'node:fs';
import { isPostgres } from './postgres/address.ts';

/** The files and folders of a help center's own data, as real paths. They contain no mail to import. */
export function ownPathsOf(database: string, attachmentsFolder: string): ReadonlySet<string> {
  const paths = [realpathSync(attachmentsFolder)];
  if (!isPostgres(database) && existsSync(database)) {
    const file = realpathSync(database);
    paths.push(file, `${file}-wal`, `${file}-shm`);
  }
  return new Set(paths);
}
