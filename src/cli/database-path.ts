import { isPostgres } from '../center/database/postgres/address.ts';
import { paths } from './paths.ts';
import { ShellError } from './shell-error.ts';

/** The database of the help center: the given file or PostgreSQL address, otherwise the default file. */
export function databasePath(told: string | undefined): string {
  if (told === undefined) return paths.database();
  if (told === '') throw new ShellError('--database names no file.');
  if (/^\w+:\/\//.test(told) && !isPostgres(told)) {
    throw new ShellError(`${told.replace(/:.*/s, '')}:// is not a known kind of database: use a file, or postgres://…`);
  }
  return told;
}
