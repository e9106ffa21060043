import type { DatabaseKind } from './migrations/columns.ts';
import type { Db } from './tables.ts';

/** Where everything is kept: one writer at a time, readers beside it. */
export interface Store {
  readonly kind: DatabaseKind;
  /** For single statements outside a transaction. */
  readonly reader: Db;
  /** Runs `work` on a snapshot. */
  read<T>(work: (db: Db) => Promise<T>): Promise<T>;
  /** Runs `work` in one transaction; when it throws, nothing of it stays. It must not wait for anything but `db`
   * and a turn of the event loop: other writers wait for it. */
  write<T>(work: (db: Db) => Promise<T>): Promise<T>;
  /** Calls `listener` after commits of other processes; absent where only asking tells of them. */
  onChange?(listener: () => void): void;
  /** Lets nothing that was deleted stay in a log longer than needed; PostgreSQL clears its own. */
  forget(): void;
  close(): Promise<void>;
}
