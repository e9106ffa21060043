/** What an operator may set of the database. */
export interface DatabaseSettings {
  /** For PostgreSQL, where neither PGPASSWORD nor a pgpass file has one. */
  readonly databasePassword?: string;
  /**
   * How much of a database file may be held in memory, in MiB: half of it mapped, a quarter cached by each connection.
   */
  readonly memoryMiB: number;
}

/** What holds where the operator says nothing. */
export const defaultDatabase: DatabaseSettings = { memoryMiB: 128 };
