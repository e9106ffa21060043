import { DatabaseRefused } from '../refused.ts';

/** Whether a database is named by a PostgreSQL address rather than by a path. */
export function isPostgres(database: string): boolean {
  return /^postgres(ql)?:/i.test(database);
}

const PARTS = /^(\w+:\/\/(?:[^/?]*@)?)([^/?]*)([^?]*)(?:\?(.*))?$/s;

/** Of the words that libpq takes, each means the same here: see `clientConfig`. */
const TARGETS = ['any', 'read-write', 'primary', 'read-only', 'standby', 'prefer-standby'];

/**
 * The servers that an address names, as libpq reads it: `//one:5432,two:5432/name` or `?host=one,two&port=5432`, an
 * address for each. Throws if it names other numbers of ports, or another target.
 */
export function serversOf(address: string): readonly string[] {
  const [, head, authority = '', path, query = ''] = PARTS.exec(address) ?? [];
  const given = new URLSearchParams(query);
  const target = given.get('target_session_attrs');
  if (target !== null && !TARGETS.includes(target))
    throw new DatabaseRefused(
      `target_session_attrs in the address of the database must be one of ${TARGETS.join(', ')}.`,
    );
  const hosts = given.get('host')?.split(',') ?? [];
  const ports = given.get('port')?.split(',') ?? [];
  if (ports.length > 1 && ports.length !== hosts.length)
    throw new DatabaseRefused(`The address of the database names ${hosts.length} hosts and ${ports.length} ports.`);
  const isList = authority.includes(',') || hosts.length > 1;
  if (head === undefined || !(isList || target !== null)) return [address];
  given.delete('target_session_attrs');
  return (hosts.length > 0 ? hosts : authority.split(',')).map((host, at) => {
    if (hosts.length > 0) given.set('host', host);
    if (ports.length > 0) given.set('port', ports[at] ?? ports[0]!);
    return `${head}${hosts.length > 0 ? '' : host}${path}${given.size > 0 ? `?${given}` : ''}`;
  });
}

/** An address that may be shown: it contains no password. */
export interface PostgresAddress {
  readonly url: string;
  /** In words for a person: `help on db.example:5432`. */
  readonly place: string;
}

const form = 'It looks like postgres://user@host:5432/name.';

/** Reads an address. Throws `DatabaseRefused` if it is invalid or contains a password; shows neither. */
export function readDatabaseAddress(address: string): PostgresAddress {
  const servers = serversOf(address).map(readServer);
  return { url: address, place: `${servers[0]!.name} on ${servers.map(({ at }) => at).join()}` };
}

function readServer(address: string) {
  // An address with a user and no host is valid only for PostgreSQL.
  const parsed = URL.parse(address.replace('@/', '@localhost/'));
  if (!parsed || !address.includes('//')) throw new DatabaseRefused(`This is not an address of PostgreSQL. ${form}`);
  if (parsed.password !== '' || parsed.searchParams.has('password'))
    throw new DatabaseRefused(
      'The address of the database contains a password, which every process of this machine could read. ' +
        'Take it out, and give the password in PGPASSWORD, in a pgpass file (~/.pgpass) or in the settings file (mode 0600).',
    );
  const host = parsed.searchParams.get('host') ?? (decodeURIComponent(parsed.hostname) || 'localhost');
  const port = parsed.searchParams.get('port') ?? (parsed.port || '5432');
  const name = decodeURIComponent(parsed.pathname.slice(1)) || 'the default database';
  return { name, at: `${host}:${port}` };
}
