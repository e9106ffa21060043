import { setTimeout as sleep } from 'node:timers/promises';
import { Kysely, type PostgresPool, sql } from 'kysely';
import type { Client } from 'pg';
import { type Additions, addColumns, addTable } from '../migrations/columns.ts';
import { loadSteps, migrationNames } from '../migrations/list.ts';
import { loadMigrator, takenSteps, takeSteps } from '../migrations/migrate.ts';
import { DatabaseRefused } from '../refused.ts';
import type { Tables } from '../tables.ts';
import { BytewiseDialect, lockNumber } from './dialect.ts';

/** How long writers wait for an upgrade that waits for its locks, in milliseconds. */
const MAX_LOCK_WAIT_MS = 200;
/** The time from one such wait to the next. */
const PAUSE_MS = 500;
/** How long an upgrade tries to get its locks, and waits for that of another process. */
const PATIENCE_MS = 600_000;

type Upgrader = Kysely<Tables>;

function onClient(client: Client): Upgrader {
  const connection = { query: client.query.bind(client), release: () => undefined };
  const pool = { connect: async () => connection, end: async () => undefined, options: {} } as unknown as PostgresPool;
  return new Kysely<Tables>({ dialect: new BytewiseDialect({ pool }) });
}

/**
 * Locks all tables for the rest of a transaction. The first lock does not stop writers: waiting for it, PostgreSQL ends an
 * autovacuum, which takes longer than writers may wait.
 */
async function lockTables(db: Upgrader): Promise<void> {
  const { rows } = await sql<{ name: string }>`select quote_ident(tablename) as name from pg_tables
    where schemaname = current_schema() and pg_has_role(tableowner, 'usage')`.execute(db);
  if (rows.length === 0) return;
  const tables = sql.raw(rows.map(({ name }) => name).join());
  await sql`lock table ${tables} in share update exclusive mode`.execute(db);
  await sql.raw(`set local statement_timeout = ${MAX_LOCK_WAIT_MS}`).execute(db);
  await sql`select pg_advisory_xact_lock(${sql.lit(lockNumber.write)})`.execute(db);
  await sql`lock table ${tables} in access exclusive mode`.execute(db);
  await sql`set local statement_timeout = 0`.execute(db);
}

/** SQLSTATE of a statement that took too long, of a lock that was not available, and of a deadlock. */
const IN_THE_WAY = ['57014', '55P03', '40P01'];

/** Tries until nothing is in the way. */
async function patiently(work: () => Promise<void>): Promise<void> {
  for (const until = performance.now() + PATIENCE_MS; ; await sleep(PAUSE_MS))
    try {
      return await work();
    } catch (error) {
      if (!IN_THE_WAY.includes(String((error as { code?: unknown }).code))) throw error;
      if (performance.now() >= until)
        throw new DatabaseRefused(
          'The database could not be upgraded: others read from it without a pause, a backup or pg_dump for example. ' +
            'It is as before; start again when they are done.',
          { cause: error },
        );
    }
}

/** Runs a short transaction that excludes all other reads and writes, as soon as others need not wait long for it. */
function alone(db: Upgrader, work: (db: Kysely<never>) => Promise<void>): Promise<void> {
  return patiently(() =>
    db.transaction().execute(async transaction => {
      await sql`set local idle_in_transaction_session_timeout = '20s'`.execute(transaction);
      await lockTables(transaction);
      await work(transaction as unknown as Kysely<never>);
    }),
  );
}

/**
 * Makes an index while others write. An unfinished one is made again: a killed process leaves one, and so does a
 * deadlock with an older program, which waits for its turn inside a statement.
 */
async function makeIndex(client: Client, name: string, on: string): Promise<void> {
  const { rowCount } = await client.query(
    'select from pg_index where indexrelid = to_regclass($1) and not indisvalid',
    [name],
  );
  if (rowCount! > 0) await client.query(`drop index concurrently ${name}`);
  await client.query(`create index concurrently if not exists ${name} on ${on}`);
}

/**
 * Additions come first, while a former program works on: it does not know these tables, columns and indexes, and leaves
 * them alone.
 */
async function addAhead(client: Client, db: Upgrader, all: readonly Additions[]): Promise<void> {
  await alone(db, async transaction => {
    for (const { columns = {} } of all)
      for (const [table, some] of Object.entries(columns)) await addColumns(transaction, 'postgres', table, some);
  });
  for (const { tables = {} } of all)
    for (const [name, table] of Object.entries(tables))
      await patiently(() =>
        db.transaction().execute(async transaction => {
          // Its references lock the tables that it refers to.
          await sql.raw(`set local lock_timeout = ${MAX_LOCK_WAIT_MS}`).execute(transaction);
          await addTable(transaction as unknown as Kysely<never>, 'postgres', name, table);
        }),
      );
  for (const { indexes = {} } of all)
    for (const [name, on] of Object.entries(indexes)) await patiently(() => makeIndex(client, name, on));
}

/**
 * Waits until no other process upgrades the database. It asks again and again: PostgreSQL makes no index concurrently
 * while another connection waits inside a statement.
 */
async function waitForTurn(client: Client): Promise<void> {
  for (const until = performance.now() + PATIENCE_MS; ; await sleep(100)) {
    const { rows } = await client.query<{ is: boolean }>(`select pg_try_advisory_lock(${lockNumber.migrate}) as is`);
    if (rows[0]!.is) return;
    if (performance.now() >= until)
      throw new DatabaseRefused('Another frontdesk is still upgrading the database. Start again when it is done.');
  }
}

/** Steps for which all servers stop: they write each conversation, and the former program cannot read the result. */
const WITHOUT_SERVERS: readonly string[] = ['0059-list-row'];

/** How long a server may take to stop, in milliseconds. */
const STOPS_WITHIN_MS = 10_000;

/** The connections on which servers of any version listen, by their last query: see bell.ts. */
const listening = `select from pg_stat_activity where datname = current_database() and application_name = 'frontdesk'
  and query ~ '^(listen frontdesk(;|$)|select$|select .extract.epoch from clock_timestamp)'`;

async function refuseBesideServers(client: Client, missing: readonly string[]): Promise<void> {
  const step = WITHOUT_SERVERS.find(name => missing.includes(name));
  if (step === undefined) return;
  for (const until = performance.now() + STOPS_WITHIN_MS; ; await sleep(PAUSE_MS)) {
    const { rowCount } = await client.query(listening);
    if (rowCount === 0) return;
    if (performance.now() >= until)
      throw new DatabaseRefused(
        `The upgrade ${step} needs all servers stopped, and ${rowCount} still run on this database. ` +
          'Nothing was changed: stop them, then start again.',
      );
  }
}

/**
 * Applies the missing steps, all or none, up to `last` or the newest, one process at a time however many start at once.
 * Others write meanwhile, and wait for less than a second. The end of the connection releases the lock.
 */
export async function upgrade(client: Client, now: number, last?: string): Promise<void> {
  await client.query(`set statement_timeout = 0; set lock_timeout = 0`);
  await waitForTurn(client);
  const db = onClient(client);
  const taken = await takenSteps(db, 'postgres');
  const missing = migrationNames.filter(name => !taken.includes(name) && (last === undefined || name <= last));
  if (missing.length === 0) return;
  if (taken.length === 0) return takeSteps(db, 'postgres', now, { last });
  await refuseBesideServers(client, missing);
  const [steps] = await Promise.all([loadSteps(missing), loadMigrator()]);
  await addAhead(
    client,
    db,
    steps.flatMap(({ additions }) => additions ?? []),
  );
  await alone(db, transaction => takeSteps(transaction as never, 'postgres', now, { taken, last }));
}
