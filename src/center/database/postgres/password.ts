import { readFileSync, statSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';

/** The connection that a password is for. */
export interface Login {
  readonly host: string;
  readonly port: number;
  readonly database: string;
  readonly user: string;
}

/*
 * The package pgpass 1.0.6 reads such files too, but it skips lines of fewer than 11 characters (`*:*:*:*:ab`), takes
 * the colon after an escaped backslash (`DOM\\:secret`) as escaped, and writes its warnings to the desk's terminal.
 */

/** The fields of a line of a pgpass file: separated by colons, unless a backslash escapes the colon. */
function fieldsOf(line: string): string[] {
  const parts = [...line.matchAll(/((?:\\.|[^\\:])*)(:|$)/g)];
  const last = parts.findIndex(([, , ending]) => ending === '');
  return parts.slice(0, last + 1).map(([, field]) => field!.replace(/\\(.)/g, '$1'));
}

/** The password of the first matching line; `*` matches anything. A socket is `localhost`, as in PostgreSQL. */
export function findPassword(text: string, login: Login): string | undefined {
  const host = login.host.startsWith('/') ? 'localhost' : login.host;
  const wanted = [host, String(login.port), login.database, login.user];
  for (const line of text.split(/\r?\n/)) {
    if (line.startsWith('#')) continue;
    const fields = fieldsOf(line);
    if (fields.length === 5 && wanted.every((value, at) => fields[at] === '*' || fields[at] === value))
      return fields[4];
  }
  return undefined;
}

/**
 * The password of a connection: PGPASSWORD, otherwise from the pgpass file (PGPASSFILE, otherwise ~/.pgpass). A file
 * that others can read is ignored, as PostgreSQL's own programs do.
 */
export function passwordFor(login: Login, environment: NodeJS.ProcessEnv): string | undefined {
  if (environment.PGPASSWORD) return environment.PGPASSWORD;
  const path = environment.PGPASSFILE || join(homedir(), '.pgpass');
  try {
    if (statSync(path).mode & 0o077) return undefined;
    return findPassword(readFileSync(path, 'utf8'), login);
  } catch {
    return undefined;
  }
}
