/** The database options of an operator. */
export interface DatabaseSettings {
  /** For PostgreSQL, if neither PGPASSWORD nor a pgpass file has one. */
  readonly databasePassword?: string;
  /** How much of a database file may be in memory, in MiB: half of it mapped, a quarter cached by each connection. */
  readonly memoryMiB: number;
}

/** The defaults. */
export const defaultDatabase: DatabaseSettings = { memoryMiB: 128 };
