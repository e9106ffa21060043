import { readFileSync, statSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import type { Duplex } from 'node:stream';
import type { PostgresPool } from 'kysely';
import { Client, type ClientConfig, Pool, type PoolClient, type PoolConfig, types } from 'pg';
import { storable } from '../storable.ts';
import { isLostConnection, NoConnection } from './failure.ts';

interface Login {
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

/** A client with a field that its types omit. */
type Known = Client & { readonly connectionParameters: { readonly options?: string } };

/** A client with a connection, which its types omit. */
type Connected = { readonly connection: { readonly stream: Duplex } };

const BIGINT_OID = 20;
const NUMERIC_OID = 1700;

/** How long connecting may take, in milliseconds. */
const CONNECT_TIMEOUT_MS = 10_000;

/** A PostgreSQL database: its address, and a password for when neither PGPASSWORD nor a pgpass file has one. */
export interface PostgresDatabase {
  readonly url: string;
  readonly password?: string | undefined;
  /** Its address past a pooler. */
  readonly direct?: string | undefined;
}

/** The settings of every connection. Ids, times and counts are read as numbers: none exceeds 2^53. */
export function clientConfig({ url, password: told }: PostgresDatabase): ClientConfig {
  // A client that never connects knows the defaults of the environment. Given the address itself, pg would look up the
  // password, and not us.
  const { host, port, database, user, ssl, connectionParameters } = new Client(url) as Known;
  return {
    ...{ host, port, database, user, ssl, options: connectionParameters.options },
    application_name: 'frontdesk',
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    keepAlive: true,
    password: () => (passwordFor({ host, port, database: database!, user: user! }, process.env) ?? told) as string,
    types: {
      getTypeParser: ((oid: number, format?: 'text' | 'binary') =>
        oid === BIGINT_OID || oid === NUMERIC_OID
          ? Number
          : types.getTypeParser(oid, format as 'text')) as unknown as typeof types.getTypeParser,
    },
  };
}

/** A connection of the pool. Throws `NoConnection`. */
async function connect(pool: Pool): Promise<PoolClient> {
  try {
    return await pool.connect();
  } catch (error) {
    throw new NoConnection(error);
  }
}

/**
 * One connection from the pool. After a server restart, or a cut on the way, a connection may look alive until it is
 * used: so the first query, which reads or begins a transaction, is retried on another one. With `most` in the pool,
 * one more is new. Later queries are not repeated: they are not safe to repeat.
 */
async function checkOut(pool: Pool, most: number) {
  let client = await connect(pool);
  let isHeld = true;
  let isFirst = true;
  const query = async (text: string, values: readonly unknown[] = []): Promise<unknown> => {
    const own = storable(values);
    const tries = isFirst ? most : 0;
    isFirst = false;
    for (let left = tries; ; left -= 1)
      try {
        return await client.query(text, own);
      } catch (error) {
        if (left === 0 || !isLostConnection(error)) throw error;
        client.release(true);
        isHeld = false;
        client = await connect(pool);
        isHeld = true;
      }
  };
  const release = (broken?: boolean): void => {
    if (isHeld) client.release(broken);
  };
  return { query, release };
}

/** A pool in kysely's form, all of whose connections can be cut at once, with what is done on them. */
type CutPool = PostgresPool & { cut(): void };

/** Connections to one database. A lost one is noticed only when it is used. `config` adds to the settings of each. */
export function openPool(database: PostgresDatabase, most: number, config: PoolConfig = {}): CutPool {
  const pool = new Pool({ ...clientConfig(database), max: most, idleTimeoutMillis: 60_000, ...config });
  const ignore = () => undefined;
  const streams = new Set<Duplex>();
  pool.on('error', ignore);
  pool.on('connect', client => {
    client.on('error', ignore);
    const { stream } = (client as unknown as Connected).connection;
    streams.add(stream);
    stream.once('close', () => streams.delete(stream));
  });
  return {
    options: {},
    connect: async () => (await checkOut(pool, most)) as unknown as Awaited<ReturnType<PostgresPool['connect']>>,
    end: () => pool.end(),
    cut: () => {
      void pool.end().catch(ignore);
      for (const stream of streams) stream.destroy();
    },
  };
}
