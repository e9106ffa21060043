import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';
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

/** Statements kept ready for each connection. */
const statementsKept = 300;

const bound = (values: readonly unknown[]): SQLInputValue[] =>
  values.map(value => {
    if (typeof value === 'boolean') return value ? 1 : 0;
    if (value === null || typeof value !== 'object' || value instanceof Uint8Array) return value as SQLInputValue;
    // A Date or a plain object would be stored as NULL without a word.
    throw new TypeError('Only text, numbers, bytes and null can be stored.');
  });

const statement = (prepared: StatementSync): SqliteStatement => ({
  reader: prepared.columns().length > 0,
  all: values => prepared.all(...bound(values)),
  run: values => prepared.run(...bound(values)),
  iterate: values => prepared.iterate(...bound(values)),
});

/** node:sqlite in the shape that kysely knows; statements are prepared once, the least used one goes first. */
const shim = (database: DatabaseSync): SqliteDatabase => {
  const kept = new Map<string, SqliteStatement>();
  return {
    close: () => database.close(),
    prepare: query => {
      const found = kept.get(query) ?? statement(database.prepare(query));
      kept.delete(query);
      kept.set(query, found);
      if (kept.size > statementsKept) kept.delete(kept.keys().next().value!);
      return found;
    },
  };
};

class ImmediateDriver extends SqliteDriver {
  readonly #begin: string;

  constructor(database: SqliteDatabase, begin: string) {
    super({ database });
    this.#begin = begin;
  }

  override async beginTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw(this.#begin));
  }
}

class TransactionalAdapter extends SqliteAdapter {
  // SQLite does roll DDL back; kysely only does not count on it.
  override get supportsTransactionalDdl(): boolean {
    return true;
  }
}

/** Kysely's SQLite over node:sqlite. A writer takes the lock when it begins, so that it cannot fail half-way. */
export class NodeSqliteDialect extends SqliteDialect {
  readonly #database: SqliteDatabase;
  readonly #begin: string;

  constructor(database: DatabaseSync, use: 'read' | 'write') {
    const adapted = shim(database);
    super({ database: adapted });
    this.#database = adapted;
    this.#begin = use === 'read' ? 'begin' : 'begin immediate';
  }

  override createDriver(): Driver {
    return new ImmediateDriver(this.#database, this.#begin);
  }

  override createAdapter(): SqliteAdapter {
    return new TransactionalAdapter();
  }
}

/** Opens a file (or `:memory:`) for writing: write-ahead log, every commit on disk, references checked. */
export const openWriter = (path: string): DatabaseSync => {
  const database = new DatabaseSync(path, { timeout: 5_000, enableForeignKeyConstraints: true });
  database.exec(
    'pragma journal_mode = wal; pragma synchronous = full; pragma cache_size = -65536; pragma mmap_size = 268435456',
  );
  return database;
};

/** A second connection to a file, for reading alone. */
export const openReader = (path: string): DatabaseSync => {
  const database = new DatabaseSync(path, { readOnly: true, timeout: 5_000 });
  database.exec('pragma cache_size = -65536; pragma mmap_size = 268435456');
  return database;
};
