import { DatabaseRefused } from '../refused.ts';

/** Whether a database is named by a PostgreSQL address rather than by a path. */
export function isPostgres(database: string): boolean {
  return /^postgres(ql)?:/i.test(database);
}

/** An address that may be shown: it contains no password. */
export interface PostgresAddress {
  readonly url: string;
  /** In words for a person: `help on db.example:5432`. */
  readonly place: string;
}

const form = 'It looks like postgres://user@host:5432/name.';

/** Reads an address. Throws `DatabaseRefused` if it is invalid or contains a password; shows neither. */
export function readAddress(address: string): PostgresAddress {
  // An address with a user and no host is valid only for PostgreSQL.
  const parsed = URL.parse(address.replace('@/', '@localhost/'));
  if (!parsed || !address.includes('//')) throw new DatabaseRefused(`This is no address of PostgreSQL. ${form}`);
  if (parsed.password !== '' || parsed.searchParams.has('password'))
    throw new DatabaseRefused(
      'The address of the database contains a password, which every process of this machine could read. ' +
        'Take it out, and give the password in PGPASSWORD, in a pgpass file (~/.pgpass) or in the settings file (mode 0600).',
    );
  const host = parsed.searchParams.get('host') ?? (decodeURIComponent(parsed.hostname) || 'localhost');
  const port = parsed.searchParams.get('port') ?? (parsed.port || '5432');
  const name = decodeURIComponent(parsed.pathname.slice(1)) || 'the default database';
  return { url: address, place: `${name} on ${host}:${port}` };
}
