import { randomUUID } from 'node:crypto';
import { Kysely, sql } from 'kysely';
import type { Client } from 'pg';
import { DatabaseRefused } from '../refused.ts';
import type { DatabaseSettings, Store } from '../store.ts';
import type { Row, Tables } from '../tables.ts';
import { readDatabaseAddress } from './address.ts';
import { openBell } from './bell.ts';
import { createClock, type DatabaseClock } from './clock.ts';
import { broadcasts, ReaderDialect } from './dialect.ts';
import { openProblem } from './failure.ts';
import { openPool, type PostgresDatabase } from './pool.ts';
import { inSession, onConnection } from './session.ts';
import { openStandby } from './standby.ts';
import { upgrade } from './upgrade.ts';
import { openPostgresWriter, WRITERS } from './writer.ts';

/** Reads at a time; others write (see writer.ts), and one more connection listens. */
const READERS = 8;

const OLDEST_VERSION = 15;

async function check(client: Client, place: string): Promise<void> {
  const { rows } = await client.query<{ version: string; encoding: string; standby: boolean }>(
    `select current_setting('server_version') as version, current_setting('server_encoding') as encoding,
      pg_is_in_recovery() as standby`,
  );
  const { version, encoding, standby } = rows[0]!;
  if (Number.parseInt(version, 10) < OLDEST_VERSION)
    throw new DatabaseRefused(
      `PostgreSQL ${version} is too old: frontdesk needs ${OLDEST_VERSION} or newer. Nothing in ${place} was changed.`,
    );
  if (encoding !== 'UTF8')
    throw new DatabaseRefused(
      `${place} cannot hold every character: its encoding is ${encoding}. Make it with: createdb --encoding UTF8.`,
    );
  if (standby)
    throw new DatabaseRefused(`${place} is a standby, which can only be read. Name the server that takes writes.`);
}

interface Opening {
  readonly place: string;
  readonly now: number;
  readonly clock: DatabaseClock;
}

/** Upgrades the database if it can be used; returns the way to it that keeps sessions. */
function prepare(database: PostgresDatabase, { place, now, clock }: Opening): Promise<PostgresDatabase> {
  return onConnection(database, async client => {
    await check(client, place);
    await clock.measure(client);
    return inSession(database, client, own => upgrade(own, now));
  });
}

interface Wanted {
  readonly database: PostgresDatabase;
  readonly standby: PostgresDatabase | undefined;
  readonly log: (line: string) => void;
}

async function open({ database, standby: wanted, log }: Wanted, place: string, now: number): Promise<Store> {
  const name = randomUUID();
  const clock = createClock(log);
  const session = await prepare(database, { place, now, clock });
  const pool = openPool(database, READERS + WRITERS);
  const writer = openPostgresWriter(pool, name);
  const part = pool.part(READERS);
  const reader = new Kysely<Tables>({ dialect: new ReaderDialect(part) });
  const standby = wanted && (await openStandby(wanted, reader, log));
  const bell = openBell(session, name, clock);
  return {
    kind: 'postgres',
    reader,
    now: clock.now,
    read: async (work, isLong = false, signal = undefined) => {
      const there = isLong ? await standby?.read(work) : undefined;
      if (there) return there.done;
      signal?.throwIfAborted();
      const own = signal ? new Kysely<Tables>({ dialect: new ReaderDialect(part.until(signal)) }) : reader;
      return own.transaction().execute(work);
    },
    write: writer.write,
    forget: () => undefined,
    clear: async () => {
      await sql`vacuum (analyze)`.execute(reader);
    },
    trim: () => undefined,
    connections: pool.use,
    onChange: bell.onRing,
    broadcast: {
      say: text =>
        void sql`select pg_notify(${broadcasts}, ${name + text})`.execute(reader).catch(() => {
          // It is said again soon, or it does not matter.
        }),
      onHear: bell.onHear,
    },
    close: async () => {
      await bell.close();
      await standby?.close();
      await reader.destroy();
      await writer.close();
      await pool.close();
    },
  };
}

function databaseAt(url: string, { databasePassword, postgresDirect }: Partial<DatabaseSettings>): PostgresDatabase {
  return { url, password: databasePassword, direct: postgresDirect, turn: { at: 0 } };
}

/** A help center’s facts about itself, by their keys; none in a database that is still empty. */
async function factsIn(client: Client): Promise<ReadonlyMap<string, string>> {
  const { rows } = await client.query<{ there: string | null }>(`select to_regclass('setting') as there`);
  if (rows[0]!.there === null) return new Map();
  const facts = await client.query<{ key: string; value: string }>('select key, value from setting');
  return new Map(facts.rows.map(({ key, value }) => [key, value]));
}

/** The jobs that have failed; none in a database of an older version. */
async function faultsIn(client: Client): Promise<readonly Row<'job_fault'>[]> {
  const { rows } = await client.query<{ there: string | null }>(`select to_regclass('job_fault') as there`);
  if (rows[0]!.there === null) return [];
  return (await client.query<Row<'job_fault'>>('select * from job_fault order by since')).rows;
}

/**
 * Looks whether a database on PostgreSQL can be reached and used, and changes nothing in it. Returns its place without
 * a password, the help center’s facts about itself, and its jobs that have failed; throws `DatabaseRefused` if not.
 */
export async function checkPostgres(address: string, settings: Partial<DatabaseSettings>) {
  const { url, place } = readDatabaseAddress(address);
  try {
    const database = databaseAt(url, settings);
    return await onConnection(database, async client => {
      await check(client, place);
      await inSession(database, client, async () => undefined);
      return { place, facts: await factsIn(client), faults: await faultsIn(client) };
    });
  } catch (error) {
    throw openProblem(error, place);
  }
}

/**
 * Opens a help center's database on PostgreSQL, creates its tables if missing and upgrades older ones. Throws
 * `DatabaseRefused` if it cannot be reached or used. Several processes may have it open.
 */
export async function openPostgres(
  address: string,
  now: number,
  settings: DatabaseSettings,
  log: (line: string) => void,
): Promise<Store> {
  const { url, place } = readDatabaseAddress(address);
  const { postgresStandby } = settings;
  const standby = postgresStandby === undefined ? undefined : databaseAt(postgresStandby, settings);
  try {
    return await open({ database: databaseAt(url, settings), standby, log }, place, now);
  } catch (error) {
    throw openProblem(error, place);
  }
}
