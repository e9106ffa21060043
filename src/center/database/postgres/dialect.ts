import {
  CompiledQuery,
  type DatabaseConnection,
  type DataTypeNode,
  type Driver,
  PostgresAdapter,
  PostgresDialect,
  PostgresDriver,
  type PostgresPool,
  PostgresQueryCompiler,
} from 'kysely';
import { CommitUnknown, isLostConnection } from './failure.ts';

/** Numbers of advisory locks that no other program on the same database is likely to use. */
export const lockNumber = { write: 7_303_014_460_001, migrate: 7_303_014_460_002 } as const;

/** The channel on which a commit is announced to the other processes. */
export const channel = 'frontdesk';

/** The channel for messages between processes that are not stored. Each text begins with the name of its process. */
export const broadcasts = 'frontdesk_says';

/** Whether a write excludes all others, or only those that do. */
export type WriteMode = 'exclusive' | 'concurrent';

const lockOf: Readonly<Record<WriteMode, string>> = {
  exclusive: 'pg_advisory_xact_lock',
  concurrent: 'pg_advisory_xact_lock_shared',
};

/**
 * An index leads each of our statements to few rows. To start other processes or a compiler takes longer than that, and
 * is worth it only by estimates that expect many.
 */
const planning = 'set local jit = off; set local max_parallel_workers_per_gather = 0';

/**
 * One statement for each side of a transaction, because each costs a round trip to the server. A stalled holder is
 * disconnected, so that it cannot block other writers.
 */
function beginning(mode: WriteMode): string {
  return `begin isolation level read committed;
    set local lock_timeout = '10s';
    set local idle_in_transaction_session_timeout = '20s';
    ${planning};
    select ${lockOf[mode]}(${lockNumber.write})`;
}

class ReaderDriver extends PostgresDriver {
  override async beginTransaction(connection: DatabaseConnection): Promise<void> {
    const begin = `begin isolation level repeatable read read only; ${planning}`;
    await connection.executeQuery(CompiledQuery.raw(begin));
  }
}

class WriterDriver extends PostgresDriver {
  readonly #begin: string;
  readonly #commit: string;

  constructor(pool: PostgresPool, name: string, mode: WriteMode) {
    super({ pool });
    this.#begin = beginning(mode);
    this.#commit = `select pg_notify('${channel}', '${name}'); commit`;
  }

  override async beginTransaction(connection: DatabaseConnection): Promise<void> {
    try {
      await connection.executeQuery(CompiledQuery.raw(this.#begin));
    } catch (error) {
      // Kysely assumes that nothing began; the connection would stay inside a failed transaction.
      await this.rollbackTransaction(connection as Parameters<PostgresDriver['rollbackTransaction']>[0]);
      throw error;
    }
  }

  override async commitTransaction(connection: DatabaseConnection): Promise<void> {
    try {
      await connection.executeQuery(CompiledQuery.raw(this.#commit));
    } catch (error) {
      throw isLostConnection(error) ? new CommitUnknown(error) : error;
    }
  }

  override async rollbackTransaction(connection: Parameters<PostgresDriver['rollbackTransaction']>[0]): Promise<void> {
    try {
      await super.rollbackTransaction(connection);
    } catch (error) {
      // PostgreSQL rolls back when it loses the connection; the original error matters more.
      if (!isLostConnection(error)) throw error;
    }
  }
}

/** Text is compared and sorted by its bytes, as in SQLite, independent of the database's locale. */
class BytewiseCompiler extends PostgresQueryCompiler {
  protected override visitDataType(node: DataTypeNode): void {
    super.visitDataType(node);
    if (node.dataType === 'text') this.append(' collate "C"');
  }
}

/** Kysely's PostgreSQL for reading: a transaction reads one snapshot. */
export class ReaderDialect extends PostgresDialect {
  readonly #pool: PostgresPool;

  constructor(pool: PostgresPool) {
    super({ pool });
    this.#pool = pool;
  }

  override createDriver(): Driver {
    return new ReaderDriver({ pool: this.#pool });
  }
}

/**
 * An upgrade holds a lock of ours already. To release kysely's would fail in a transaction that a failed step has aborted,
 * and hide why the step failed.
 */
class UnlockedAdapter extends PostgresAdapter {
  override async acquireMigrationLock(): Promise<void> {}
  override async releaseMigrationLock(): Promise<void> {}
}

/** Kysely's PostgreSQL, with texts in the order of their bytes. */
export class BytewiseDialect extends PostgresDialect {
  override createAdapter(): PostgresAdapter {
    return new UnlockedAdapter();
  }

  override createQueryCompiler(): PostgresQueryCompiler {
    return new BytewiseCompiler();
  }
}

/**
 * Kysely's PostgreSQL for writing. Transactions of all processes on the database have one advisory lock: an exclusive
 * write excludes all others, as in SQLite, so that everything read stays true until the end; a concurrent one shares it. `name`
 * (letters, digits and hyphens) tells the processes apart.
 */
export class WriterDialect extends BytewiseDialect {
  readonly #pool: PostgresPool;
  readonly #name: string;
  readonly #mode: WriteMode;

  constructor(pool: PostgresPool, name: string, mode: WriteMode) {
    super({ pool });
    this.#pool = pool;
    this.#name = name;
    this.#mode = mode;
  }

  override createDriver(): Driver {
    return new WriterDriver(this.#pool, this.#name, this.#mode);
  }
}
