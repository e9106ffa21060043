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

/** Numbers of advisory locks; any that no other program on the same database is likely to take. */
export const lockNumber = { write: 7_303_014_460_001, migrate: 7_303_014_460_002 } as const;

/** The channel on which a commit is told to the other processes. */
export const channel = 'frontdesk';

/**
 * One statement for each side of a transaction, as each costs a way to the server and back. A holder that stalls is
 * thrown out, so that it cannot keep the others from writing.
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
      // Kysely takes it that nothing began; the connection would be left within a failed transaction.
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
      // PostgreSQL rolls back what it lost the connection of; why it was to be matters more.
      if (!isLostConnection(error)) throw error;
    }
  }
}

/** Text is compared and sorted by its bytes, as SQLite does it, whatever the language of the database. */
class BytewiseCompiler extends PostgresQueryCompiler {
  protected override visitDataType(node: DataTypeNode): void {
    super.visitDataType(node);
    if (node.dataType === 'text') this.append(' collate "C"');
  }
}

/**
 * Kysely's PostgreSQL for writing: transactions take turns by an advisory lock, over all processes on the database, as
 * they do on SQLite. So what a transaction read holds until it ends, none is undone by another, and events are
 * committed in the order of their ids. `name` (letters, digits and hyphens) tells the processes apart.
 */
export class WriterDialect extends PostgresDialect {
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

  override createQueryCompiler(): PostgresQueryCompiler {
    return new BytewiseCompiler();
  }
}
