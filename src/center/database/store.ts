import type { DatabaseKind } from './migrations/columns.ts';
import type { Db } from './tables.ts';

/** A way to the other processes on a database. Nothing that is said is kept, and it may be lost. */
export interface Broadcast {
  say(text: string): void;
  onHear(listener: (text: string) => void): void;
}

/** Locks of a concurrent write. Each is held until the write ends. */
export interface Locks {
  /** Waits until no other write has locked this name. */
  lock(name: string): Promise<void>;
  /** Whether no other write is under way. If so, none begins before this one ends. Waits for nothing. */
  tryAlone(): Promise<boolean>;
}

/** Thrown by a concurrent write that finds out that it must be exclusive: it is done again. */
export class MustBeExclusive extends Error {}

/** The store: readers in parallel; a write is exclusive, or concurrent with others that are. */
export interface Store {
  readonly kind: DatabaseKind;
  /** Its disk cannot be written: each write fails. */
  readonly isReadOnly?: boolean;
  /** For single statements outside a transaction. */
  readonly reader: Db;
  /** Milliseconds since 1970 by the clock that all servers on it share; absent if it is this machine's. */
  now?(): number;
  /**
   * Runs `work` on a snapshot; with `isLong` perhaps on a standby, if it has all that desks were told of before. Then
   * `work` runs again on the primary if it fails there. On PostgreSQL, `signal` ends the query under way.
   */
  read<T>(work: (db: Db) => Promise<T>, isLong?: boolean, signal?: AbortSignal): Promise<T>;
  /**
   * Runs `work` in one transaction, which is rolled back if it throws. Await nothing but `db` and a turn of the event
   * loop: other writers are blocked. `work` may run several times, if others were in its way.
   *
   * With `isConcurrent` others may run meanwhile, and it gets `locks` if they do: then only what it has locked, and what no
   * such write changes, is still as it was read. Without, it is exclusive, as every write of SQLite is.
   */
  write<T>(work: (db: Db, locks?: Locks) => Promise<T>, isConcurrent?: boolean): Promise<T>;
  /** Calls `listener` after commits of other processes; absent if they can only be found by asking. */
  onChange?(listener: () => void): void;
  /** A way to the other processes on the database; absent for a file. */
  readonly broadcast?: Broadcast;
  /** The connections that are in use, and how much waits for one; absent for a file. */
  connections?(): { readonly used: number; readonly waiting: number };
  /** Removes deleted data from the log soon; PostgreSQL clears its own. */
  forget(): void;
  /**
   * Removes deleted data from the database's files, in the background, and returns when it is gone: on PostgreSQL, when
   * its dead rows are (`VACUUM`).
   */
  clear(): Promise<void>;
  /** Gives back the memory in which rows are kept at hand; PostgreSQL keeps its own. For after large ones. */
  trim(): void;
  close(): Promise<void>;
}

/** The database options of an operator. */
export interface DatabaseSettings {
  /** For PostgreSQL, if neither PGPASSWORD nor a pgpass file has one. */
  readonly databasePassword?: string;
  /** The address of PostgreSQL itself, if the database is named behind a pooler that shares connections. */
  readonly postgresDirect?: string;
  /** The address of a standby of it, for reads that take long. */
  readonly postgresStandby?: string;
  /** How much of a database file may be in memory, in MiB: half of it mapped, a quarter cached for writes, as much for reads. */
  readonly memoryMiB: number;
}

/** How a database is opened. */
export interface OpenSettings extends DatabaseSettings {
  /** The initial content of a database in memory: the bytes of a SQLite file without a log. Absent: nothing. */
  readonly memory?: Uint8Array | undefined;
  /** Opens a file whose disk cannot be written for reading; by default it is refused. */
  readonly orReadOnly?: boolean | undefined;
}

/** The defaults. */
export const defaultDatabase: DatabaseSettings = { memoryMiB: 128 };
