import type { DatabaseSync } from 'node:sqlite';
import { Kysely } from 'kysely';
import type { Db, Tables } from '../tables.ts';
import { NodeSqliteDialect, openReader } from './dialect.ts';

/** Reads at a time; more of them wait. */
const MOST = 8;

/** The part of a reader's memory that one has which is used only beside others. */
const LITTLE = 1 / 8;

interface Reader {
  readonly connection: DatabaseSync;
  readonly db: Kysely<Tables>;
  /** How many reads it has, with those that wait for it. */
  reads: number;
}

/** The connections of a process that read a file, each a snapshot. */
export interface Readers {
  /** Runs `work` on a snapshot. While it awaits a turn of the event loop, others read. */
  read<T>(work: (db: Db) => Promise<T>): Promise<T>;
  trim(): void;
  close(): Promise<void>;
}

/** Opens a connection when all that are open are in use. Nearly all reads find the first one free. */
export function createReaders(path: string, memoryMiB: number): Readers {
  const readers: Reader[] = [];
  const open = (): Reader => {
    const connection = openReader(path, readers.length === 0 ? memoryMiB : memoryMiB * LITTLE);
    const reader = {
      connection,
      db: new Kysely<Tables>({ dialect: new NodeSqliteDialect(connection, 'read') }),
      reads: 0,
    };
    readers.push(reader);
    return reader;
  };
  const next = (): Reader => {
    const least = readers.reduce<Reader | undefined>((a, b) => (a && a.reads <= b.reads ? a : b), undefined);
    return least && (least.reads === 0 || readers.length === MOST) ? least : open();
  };
  return {
    read: async work => {
      const reader = next();
      reader.reads += 1;
      try {
        return await reader.db.transaction().execute(work);
      } finally {
        reader.reads -= 1;
      }
    },
    trim: () => {
      for (const { connection } of readers) connection.exec('pragma shrink_memory');
    },
    close: async () => {
      for (const { connection, db } of readers) {
        await db.destroy();
        // Kysely leaves an unused connection open.
        if (connection.isOpen) connection.close();
      }
    },
  };
}
