import { readFileSync, statSync } from 'node:fs';
import type { Socket } from 'node:net';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { PostgresPool } from 'kysely';
import { Client, type ClientBase, type ClientConfig, Pool, type PoolClient, type PoolConfig, types } from 'pg';
import { storable } from '../storable.ts';
import { serversOf } from './address.ts';
import { cancel } from './cancel.ts';
import { isLostConnection, isUnanswered, NoConnection } from './failure.ts';
import { createSemaphore, type Semaphore } from './semaphore.ts';

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
    // Without a readable pgpass file there is no password in it; PostgreSQL then says that it is missing.
    return undefined;
  }
}

/** A client with a field that its types omit. */
type ClientWithParameters = Client & { readonly connectionParameters: { readonly options?: string } };

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
  /** Which of its servers was the right one last: all parts of a process try that first. */
  readonly turn?: { at: number };
}

/**
 * After a server did not answer or is a standby: the next one is tried from now on, unless another part has turned
 * already. Returns whether there is another one.
 */
export function tryNext({ url, turn }: PostgresDatabase, tried = turn?.at): boolean {
  if (turn && turn.at === tried) turn.at += 1;
  return serversOf(url).length > 1;
}

/** The settings of a connection to the server whose turn it is. Ids, times and counts are read as numbers: none exceeds 2^53. */
export function clientConfig({ url, password: told, turn }: PostgresDatabase): ClientConfig {
  const servers = serversOf(url);
  // A client that never connects knows the defaults of the environment. Given the address itself, pg would look up the
  // password, and not us.
  const { host, port, database, user, ssl, connectionParameters } = new Client(
    servers[(turn?.at ?? 0) % servers.length],
  ) as ClientWithParameters;
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

/** How long a statement may take, in milliseconds: on a connection that hangs, none is ever answered. */
const STATEMENT_TIMEOUT_MS = 30_000;

/** How long to wait for one of its own connections, and the longest pause if PostgreSQL takes no more; milliseconds. */
const WAIT_MS = 10_000;
const FULL_PAUSE_MS = 500;

/** Statements that take as long as the database is large. */
const upkeep = /^(vacuum|analyze)\b/;

/** Ends a connection without a word to the server, which may never answer. */
export function hangUp(client: Client | PoolClient): void {
  (client as unknown as { connection: { stream: Socket } }).connection.stream.destroy();
}

/** A standby can be read, but may lack the newest writes. */
export async function refuseStandby(client: ClientBase): Promise<void> {
  const asked = { text: 'select pg_is_in_recovery() as is', query_timeout: CONNECT_TIMEOUT_MS };
  const { rows } = await client.query<{ is: boolean }>(asked);
  if (rows[0]!.is) throw new Error('the server is a standby');
}

/** The connections of a pool to one database. */
interface Connections {
  /** Waits until about `until`, by `performance.now()`. Throws `NoConnection`. */
  take(until: number): Promise<PoolClient>;
  /** Ends one that had no answer, and the older ones before they are used: they may hang too. */
  drop(client: PoolClient): void;
}

/** While PostgreSQL takes no more connections, callers wait for those of the pool, and few ask for more. */
function connectionsOf(pool: Pool, most: number, database: PostgresDatabase): Connections {
  const bornAt = new WeakMap<ClientBase, number>();
  pool.on('connect', client => bornAt.set(client, performance.now()));
  let hungAt = 0;
  let refused: NodeJS.Timeout | undefined;
  const end = (client: PoolClient): void => {
    hangUp(client);
    client.release(true);
  };
  const keepToWhatIsThere = () => {
    pool.options.max = Math.max(1, pool.totalCount);
    clearTimeout(refused);
    refused = setTimeout(() => {
      pool.options.max = most;
    }, FULL_PAUSE_MS).unref();
  };
  return {
    take: async until => {
      for (let left = serversOf(database.url).length; ; left -= 1) {
        const tried = database.turn?.at;
        try {
          const client = await pool.connect();
          if (bornAt.get(client)! > hungAt) return client;
          end(client);
        } catch (error) {
          const failure = new NoConnection(error);
          if (tryNext(database, tried)) Object.assign(pool.options, clientConfig(database));
          if (left > 1) continue;
          if (!failure.isFull || performance.now() >= until) throw failure;
          keepToWhatIsThere();
          await sleep(FULL_PAUSE_MS * (0.5 + Math.random() / 2));
        }
      }
    },
    drop: client => {
      hungAt = performance.now();
      end(client);
    },
  };
}

/**
 * One connection from the pool. After a server restart, or a cut on the way, a connection may look alive until it is
 * used: so the first query, which reads or begins a transaction, is retried on another one. With `most` in the pool,
 * one more is new. Later queries are not repeated: they are not safe to repeat. One without an answer is given up.
 */
async function checkOut(connections: Connections, most: number, until: number) {
  let client = await connections.take(until);
  let isHeld = true;
  let isFirst = true;
  const query = async (text: string, values: readonly unknown[] = []): Promise<unknown> => {
    const asked = { text, values: storable(values), query_timeout: upkeep.test(text) ? 0 : STATEMENT_TIMEOUT_MS };
    const tries = isFirst ? most : 0;
    isFirst = false;
    for (let left = tries; ; left -= 1)
      try {
        return await client.query(asked);
      } catch (error) {
        if (isUnanswered(error)) {
          if (isHeld) connections.drop(client);
          isHeld = false;
          throw error;
        }
        if (left === 0 || !isLostConnection(error)) throw error;
        client.release(true);
        isHeld = false;
        client = await connections.take(performance.now() + WAIT_MS);
        isHeld = true;
      }
  };
  const release = (broken?: boolean): void => {
    if (isHeld) client.release(broken);
  };
  return { query, release, cancel: () => cancel(client) };
}

/** A part of a pool; `until` is the same for one caller, whose query ends when the signal aborts. */
export interface PoolShare extends PostgresPool {
  until(signal: AbortSignal): PostgresPool;
}

/** Connections of one process to one database, which its parts share. */
export interface OpenPool {
  /** Uses `most` of them at a time, in kysely's form; more wait for their turn. */
  part(most: number): PoolShare;
  /** How many are in use, and how much waits for its turn. */
  use(): { readonly used: number; readonly waiting: number };
  /** Ends them when they are no longer used. */
  close(): Promise<void>;
  /** Ends them at once, with their queries. */
  cut(): void;
}

/**
 * Up to `most` connections to one database. A lost one is noticed only when it is used. One that is open stays, so that a
 * server which takes no more is never without. `config` adds to the settings of each: by default a standby is refused.
 */
export function openPool(
  database: PostgresDatabase,
  most: number,
  config: PoolConfig = { onConnect: refuseStandby },
): OpenPool {
  const pool = new Pool({ ...clientConfig(database), max: most, min: 1, idleTimeoutMillis: 60_000, ...config });
  const ignore = () => undefined;
  pool.on('error', ignore);
  const clients = new Set<PoolClient>();
  pool.on('connect', client => {
    client.on('error', ignore);
    clients.add(client);
  });
  pool.on('remove', client => clients.delete(client));
  const connections = connectionsOf(pool, most, database);
  const parts: Semaphore[] = [];
  const connectIn = async (semaphore: Semaphore, signal?: AbortSignal) => {
    const until = performance.now() + WAIT_MS;
    if (!(await semaphore.enter(WAIT_MS))) throw new NoConnection(new Error(`none was free for ${WAIT_MS} ms`));
    try {
      const { query, release, cancel: hangUpHere } = await checkOut(connections, most, until);
      signal?.addEventListener('abort', hangUpHere);
      return {
        query,
        release: (broken?: boolean) => {
          signal?.removeEventListener('abort', hangUpHere);
          // The request to cancel may arrive late, and would end the next caller's query.
          release(broken || signal?.aborted);
          semaphore.leave();
        },
      };
    } catch (error) {
      semaphore.leave();
      throw error;
    }
  };
  return {
    part: mostAtOnce => {
      const semaphore = createSemaphore(mostAtOnce);
      parts.push(semaphore);
      const until = (signal?: AbortSignal): PostgresPool => ({
        options: {},
        connect: () => connectIn(semaphore, signal) as unknown as ReturnType<PostgresPool['connect']>,
        end: async () => undefined,
      });
      return { ...until(), until };
    },
    use: () => ({
      used: pool.totalCount - pool.idleCount,
      waiting: parts.reduce((sum, semaphore) => sum + semaphore.waiting(), pool.waitingCount),
    }),
    close: () => pool.end(),
    cut: () => {
      void pool.end().catch(ignore);
      for (const client of clients) hangUp(client);
    },
  };
}
