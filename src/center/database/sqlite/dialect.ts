import { DatabaseSync, type SQLOutputValue, type StatementSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  CompiledQuery,
  type DatabaseConnection,
  type Driver,
  SqliteAdapter,
  type SqliteDatabase,
  SqliteDialect,
  SqliteDriver,
  type SqliteStatement,
} from 'kysely';
import { isLocked } from '../refused.ts';
import { storable } from '../storable.ts';

/** Prepared statements of each connection. */
const MAX_STATEMENTS = 300;

/** The length of values that are not kept in memory after their statement, in bytes or characters. */
const LARGE = 65_536;

function isLarge(value: unknown): boolean {
  return typeof value === 'string' || value instanceof Uint8Array ? value.length >= LARGE : false;
}

type SqliteRow = Record<string, SQLOutputValue>;

/** Rows are read as arrays and turned into objects here, because node:sqlite takes twice as long for that. */
function statement(prepared: StatementSync): SqliteStatement {
  const names = prepared.columns().map(column => column.name);
  prepared.setReturnArrays(true);
  const named = (values: readonly SQLOutputValue[]): SqliteRow => {
    const row: SqliteRow = {};
    for (let at = 0; at < names.length; at += 1) row[names[at]!] = values[at]!;
    return row;
  };
  const withValues = <T>(values: readonly unknown[], use: (stored: ReturnType<typeof storable>) => T): T => {
    try {
      return use(storable(values));
    } finally {
      // SQLite keeps a copy of them until the statement is given others. An iterator takes none, and runs nothing yet.
      if (values.some(isLarge)) prepared.iterate();
    }
  };
  const all = (values: readonly unknown[]) =>
    withValues(values, stored => prepared.all(...stored) as unknown as SQLOutputValue[][]);
  return {
    reader: names.length > 0,
    all: values => all(values).map(named),
    run: values => withValues(values, stored => prepared.run(...stored)),
    iterate: values =>
      Iterator.from(prepared.iterate(...storable(values)) as unknown as Iterable<SQLOutputValue[]>).map(named),
  };
}

/** node:sqlite in kysely's form; statements are prepared once, and the least used one is dropped first. */
function shim(database: DatabaseSync): SqliteDatabase {
  const kept = new Map<string, SqliteStatement>();
  return {
    close: () => database.close(),
    prepare: query => {
      const found = kept.get(query) ?? statement(database.prepare(query));
      kept.delete(query);
      kept.set(query, found);
      if (kept.size > MAX_STATEMENTS) kept.delete(kept.keys().next().value!);
      return found;
    },
  };
}

/** How long a write waits for its turn while other processes write, in milliseconds. */
const OPENING_TIMEOUT_MS = 5_000;

/** How long SQLite itself waits, in milliseconds, during which this process stands still. */
const SERVING_TIMEOUT_MS = 5;

class ImmediateDriver extends SqliteDriver {
  readonly #begin: string;
  readonly #isInside: () => boolean;

  constructor(database: SqliteDatabase, begin: string, isInside: () => boolean) {
    super({ database });
    this.#begin = begin;
    this.#isInside = isInside;
  }

  override async beginTransaction(connection: DatabaseConnection): Promise<void> {
    const until = performance.now() + OPENING_TIMEOUT_MS;
    while (!(await this.#hasBegun(connection, until))) await sleep(1 + Math.random() * SERVING_TIMEOUT_MS);
  }

  async #hasBegun(connection: DatabaseConnection, until: number): Promise<boolean> {
    try {
      await connection.executeQuery(CompiledQuery.raw(this.#begin));
      return true;
    } catch (error) {
      if (isLocked(error) && performance.now() < until) return false;
      throw error;
    }
  }

  override async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    // SQLite itself ends a transaction when the disk is full; ending it again would hide the reason.
    if (this.#isInside()) await super.rollbackTransaction(connection);
  }
}

class TransactionalAdapter extends SqliteAdapter {
  // SQLite can roll DDL back; kysely only does not rely on it.
  override get supportsTransactionalDdl(): boolean {
    return true;
  }
}

/**
 * A prepared query (see prepare.ts) runs here without kysely's turns and transformations, which would take longer than
 * the query itself. Only within a transaction, or on a read-only connection.
 */
export class DirectAdapter extends TransactionalAdapter {
  readonly isReading: boolean;
  readonly #database: SqliteDatabase;

  constructor(database: SqliteDatabase, isReading: boolean) {
    super();
    this.isReading = isReading;
    this.#database = database;
  }

  all(query: string, values: readonly unknown[]): unknown[] {
    return this.#database.prepare(query).all(values);
  }
}

/** Kysely's SQLite over node:sqlite. A writer takes the lock at the beginning, so that it cannot fail half-way. */
export class NodeSqliteDialect extends SqliteDialect {
  readonly #database: SqliteDatabase;
  readonly #use: 'read' | 'write';
  readonly #isInside: () => boolean;

  constructor(database: DatabaseSync, use: 'read' | 'write') {
    const adapted = shim(database);
    super({ database: adapted });
    this.#database = adapted;
    this.#use = use;
    this.#isInside = () => database.isTransaction;
  }

  override createDriver(): Driver {
    const begin = this.#use === 'read' ? 'begin' : 'begin immediate';
    return new ImmediateDriver(this.#database, begin, this.#isInside);
  }

  override createAdapter(): SqliteAdapter {
    return new DirectAdapter(this.#database, this.#use === 'read');
  }
}

/**
 * The cache of a connection. With all connections' shares and the maps of the readers, a service on 100,000
 * conversations stays within 250 MiB at 128 MiB in all; more memory made no list faster.
 */
function cache(memoryMiB: number): string {
  return `pragma cache_size = -${Math.ceil(memoryMiB * 256)}`;
}

/**
 * Opens a file (or `:memory:`) for writing, with references checked. The file is not changed before the first write.
 */
export function openSqliteWriter(path: string): DatabaseSync {
  return new DatabaseSync(path, { timeout: OPENING_TIMEOUT_MS, enableForeignKeyConstraints: true });
}

/**
 * Whether a killed process left the log of a file, with pages from before a deletion. If no other process uses the file,
 * SQLite takes the log into it.
 */
export function takeLeftLog(database: DatabaseSync): boolean {
  try {
    database.exec('pragma busy_timeout = 0; pragma journal_mode = delete');
    return true;
  } catch (error) {
    // On a full disk the log stays.
    return !isLocked(error);
  } finally {
    database.exec(`pragma busy_timeout = ${OPENING_TIMEOUT_MS}`);
  }
}

/** A log that grew because of a long read is cut to this many bytes by the first write after that. */
export const MAX_LOG_BYTES = 4_194_304;

/**
 * How a file is written from here on: write-ahead log, every commit synced, deleted rows overwritten. No commit
 * checkpoints: checkpoint.ts does.
 */
export function setUpWriter(database: DatabaseSync, memoryMiB: number): void {
  database.exec(
    `pragma journal_mode = wal; pragma synchronous = full; pragma secure_delete = on;
    pragma wal_autocheckpoint = 0; pragma journal_size_limit = ${MAX_LOG_BYTES}; ${cache(memoryMiB)}`,
  );
}

/** From here on the process serves requests: a write that waits for another process does not block them. */
export function serveWhileWaiting(database: DatabaseSync): void {
  database.exec(`pragma busy_timeout = ${SERVING_TIMEOUT_MS}`);
}

/** A read-only connection to a file. */
export function openReader(path: string, memoryMiB: number): DatabaseSync {
  const database = new DatabaseSync(path, { readOnly: true, timeout: 5_000 });
  setUpReader(database, memoryMiB);
  return database;
}

/** How much of a file a connection that reads may have in memory. */
export function setUpReader(database: DatabaseSync, memoryMiB: number): void {
  database.exec(`${cache(memoryMiB)}; pragma mmap_size = ${Math.ceil(memoryMiB * 524_288)}`);
}
