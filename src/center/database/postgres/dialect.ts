import {
  CompiledQuery,
  type DatabaseConnection,
  type DataTypeNode,
  type Driver,
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

/** The channel on which processes say what is not stored. Each text begins with the name of its process. */
export const sayings = 'frontdesk_says';

/**
 * One statement for each side of a transaction, because each costs a round trip to the server. A stalled holder is
 * disconnected, so that it cannot block other writers.
 */
const begin = `begin isolation level read committed;
  set local lock_timeout = '10s';
  set local idle_in_transaction_session_timeout = '20s';
  select pg_advisory_xact_lock(${lockNumber.write})`;

class WriterDriver extends PostgresDriver {
  readonly #commit: string;

  constructor(pool: PostgresPool, name: string) {
    super({ pool });
    this.#commit = `select pg_notify('${channel}', '${name}'); commit`;
  }

  override async beginTransaction(connection: DatabaseConnection): Promise<void> {
    try {
      await connection.executeQuery(CompiledQuery.raw(begin));
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

/** Text is compared and sorted by its bytes, as in SQLite, whatever the locale of the database. */
class BytewiseCompiler extends PostgresQueryCompiler {
  protected override visitDataType(node: DataTypeNode): void {
    super.visitDataType(node);
    if (node.dataType === 'text') this.append(' collate "C"');
  }
}

/** Kysely's PostgreSQL, with texts in the order of their bytes. */
export class BytewiseDialect extends PostgresDialect {
  override createQueryCompiler(): PostgresQueryCompiler {
    return new BytewiseCompiler();
  }
}

/**
 * Kysely's PostgreSQL for writing: an advisory lock serialises transactions across all processes on the database, as in
 * SQLite. So what a transaction has read holds until it ends, none is undone by another, and events are committed in
 * the order of their ids. `name` (letters, digits and hyphens) tells the processes apart.
 */
export class WriterDialect extends BytewiseDialect {
  readonly #pool: PostgresPool;
  readonly #name: string;

  constructor(pool: PostgresPool, name: string) {
    super({ pool });
    this.#pool = pool;
    this.#name = name;
  }

  override createDriver(): Driver {
    return new WriterDriver(this.#pool, this.#name);
  }
}
