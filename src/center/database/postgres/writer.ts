import { setTimeout as sleep } from 'node:timers/promises';
import { Kysely, sql } from 'kysely';
import { requireKnownSchema } from '../migrations/known-schema.ts';
import { type Locks, MustBeExclusive, type Store } from '../store.ts';
import type { Db, Tables } from '../tables.ts';
import { lockNumber, type WriteMode, WriterDialect } from './dialect.ts';
import { isUndoneByOthers, isViolation } from './failure.ts';
import type { OpenPool } from './pool.ts';

/** Writes of one process at a time: this many concurrent ones, and one that is exclusive. */
const CONCURRENT = 4;
const EXCLUSIVE = 1;
export const WRITERS = CONCURRENT + EXCLUSIVE;

/** On PostgreSQL itself nothing undoes an exclusive write; on compatible databases others may. */
const MAX_TRIES = 5;

/** Tries again while the database undoes the transaction in favour of another. */
async function retried<T>(run: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1)
    try {
      return await run();
    } catch (error) {
      if (attempt === MAX_TRIES || !isUndoneByOthers(error)) throw error;
      await sleep(Math.random() * 20 * 2 ** attempt);
    }
}

/** The locks of a transaction; a name is locked by its hash. */
function locksOf(db: Db): Locks {
  return {
    lock: async name => {
      await sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(db);
    },
    tryAlone: async () => {
      const tried = sql<{ is: boolean }>`select pg_try_advisory_xact_lock(${sql.lit(lockNumber.write)}) as is`;
      return (await tried.execute(db)).rows[0]!.is;
    },
  };
}

/** Opens the writing side of a database, which uses `WRITERS` connections of the pool; `name` is the process's. */
export function openPostgresWriter(pool: OpenPool, name: string): Pick<Store, 'write' | 'close'> {
  const open = (mode: WriteMode, most: number) =>
    new Kysely<Tables>({ dialect: new WriterDialect(pool.part(most), name, mode) });
  const [exclusive, concurrent] = [open('exclusive', EXCLUSIVE), open('concurrent', CONCURRENT)];
  const write = <T>(writer: Kysely<Tables>, work: (db: Db) => Promise<T>) =>
    writer.transaction().execute(async db => {
      await requireKnownSchema(db);
      return work(db);
    });
  return {
    write: async (work, isConcurrent = false) => {
      if (isConcurrent)
        try {
          return await write(concurrent, db => work(db, locksOf(db)));
        } catch (error) {
          // Nothing was written. If it is exclusive, nothing is in its way, and a violation is its own.
          if (!isUndoneByOthers(error) && !isViolation(error) && !(error instanceof MustBeExclusive)) throw error;
        }
      return retried(() => write(exclusive, work));
    },
    close: async () => {
      await concurrent.destroy();
      await exclusive.destroy();
    },
  };
}
