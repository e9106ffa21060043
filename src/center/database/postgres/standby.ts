import { Kysely, sql } from 'kysely';
import { DatabaseRefused } from '../refused.ts';
import type { Db, Tables } from '../tables.ts';
import { readDatabaseAddress } from './address.ts';
import { ReaderDialect } from './dialect.ts';
import { isLostConnection, openProblem } from './failure.ts';
import { openPool, type PostgresDatabase, tryNext } from './pool.ts';

/** The most reads at a time; further ones go to the primary. */
const READERS = 4;
/** How long a standby may take to say how far it is, in milliseconds. */
const SAYS_WITHIN_MS = 1_000;
/** How long a read may take then, in milliseconds. */
const READS_WITHIN_MS = 10_000;
/** How long one that failed is left alone, in milliseconds. */
const REST_MS = 5_000;

/** A standby that reads in place of its primary. */
export interface Standby {
  /**
   * Runs `work` on a snapshot that contains every change that desks know of. Undefined if the primary must: the standby
   * is behind, busy or away, or the work failed there.
   */
  read<T>(work: (db: Db) => Promise<T>): Promise<{ readonly done: T } | undefined>;
  close(): Promise<void>;
}

/** The same for a database on a server and on its standbys, and for no other. */
const identity = sql<string>`(select system_identifier || '/' || oid from pg_control_system(), pg_database
  where datname = current_database())`;

/** The newest event. Every change that desks hear of has one, and their ids are in the order of the commits. */
const newest = sql<number>`(select coalesce(max(id), 0) from event_log)`;

/** Why a standby could not read that can be reached: it is not so far. */
class Behind extends Error {}

/**
 * Opens a standby of the database that `primary` reads. `log` is called once when it goes away, and when it is back; or
 * if it cannot be used, because the primary does not say which database it is.
 */
export async function openStandby(
  database: PostgresDatabase,
  primary: Db,
  log: (line: string) => void,
): Promise<Standby | undefined> {
  const { place } = readDatabaseAddress(database.url);
  let own: string;
  try {
    own = (await sql<{ identity: string }>`select ${identity} as identity`.execute(primary)).rows[0]!.identity;
  } catch (error) {
    log(`Nothing is read from the standby ${place}: its primary says “${(error as Error).message}”.`);
    return undefined;
  }
  const connect = () => {
    const pool = openPool(database, READERS, { connectionTimeoutMillis: SAYS_WITHIN_MS });
    return { db: new Kysely<Tables>({ dialect: new ReaderDialect(pool.part(READERS)) }), pool };
  };
  let open = connect();
  let reading = 0;
  let restsUntil = 0;
  let isAway = false;

  const leave = (from: typeof open, error: unknown): void => {
    if (from !== open) return;
    from.pool.cut();
    tryNext(database);
    open = connect();
    restsUntil = performance.now() + REST_MS;
    if (!isAway) log(`The standby cannot be used, so the primary answers. ${openProblem(error, place).message}`);
    isAway = true;
  };

  /** Throws `Behind` if the snapshot has not this event. */
  const comeTo = async (db: Db, event: number): Promise<void> => {
    const asked = sql<{ isStandby: boolean; identity: string; event: number }>`select
      pg_is_in_recovery() as "isStandby", ${identity} as identity, ${newest} as event`;
    const there = (await asked.execute(db)).rows[0]!;
    if (!there.isStandby || there.identity !== own)
      throw new DatabaseRefused(`${place} is not a standby of the help center’s database. Change postgres_standby.`);
    if (isAway) log(`The standby ${place} answers again.`);
    isAway = false;
    if (there.event < event) throw new Behind();
  };

  const readOn = async <T>(from: typeof open, event: number, work: (db: Db) => Promise<T>) => {
    let hasCome = false;
    let isLate = false;
    const cut = () => {
      isLate = true;
      from.pool.cut();
    };
    let timer = setTimeout(cut, SAYS_WITHIN_MS);
    try {
      const done = await from.db.transaction().execute(async db => {
        await comeTo(db, event);
        hasCome = true;
        clearTimeout(timer);
        timer = setTimeout(cut, READS_WITHIN_MS);
        return work(db);
      });
      return { done };
    } catch (error) {
      if (isLate) leave(from, new Error('timeout'));
      else if (isLostConnection(error) || !(hasCome || error instanceof Behind)) leave(from, error);
      return undefined;
    } finally {
      clearTimeout(timer);
    }
  };

  return {
    read: async work => {
      if (reading === READERS || performance.now() < restsUntil) return undefined;
      reading += 1;
      try {
        const { rows } = await sql<{ event: number }>`select ${newest} as event`.execute(primary);
        return await readOn(open, rows[0]!.event, work);
      } finally {
        reading -= 1;
      }
    },
    close: async () => {
      await open.db.destroy();
      await open.pool.close();
    },
  };
}
