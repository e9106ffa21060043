import { Client } from 'pg';
import type { DatabaseClock } from './clock.ts';
import { broadcasts, channel } from './dialect.ts';
import { clientConfig, hangUp, type PostgresDatabase, tryNext } from './pool.ts';

/** Reports commits of other processes on the same database, and their messages. */
export interface Bell {
  onRing(listener: () => void): void;
  onHear(listener: (text: string) => void): void;
  close(): Promise<void>;
}

const RETRY_AFTER_MS = 1_000;

/** How often it is tried whether the connection still lives, and how long an answer may take, in milliseconds. */
const TRY_EVERY_MS = 10_000;
const ANSWER_TIMEOUT_MS = 5_000;

/**
 * Listens on its own connection. While that is lost nothing is reported, so a listener must also ask now and then; one
 * ring after the reconnection makes up for missed ones. `name` is this process's, whose own commits do not ring. The
 * question whether the connection lives asks for the database's time.
 */
export function openBell(database: PostgresDatabase, name: string, clock: DatabaseClock): Bell {
  const listeners = new Set<() => void>();
  let hear = (_: string): void => undefined;
  const ring = () => {
    for (const listener of listeners) listener();
  };
  let client: Client | undefined;
  let timer: NodeJS.Timeout | undefined;
  let isClosed = false;
  let lose = (): void => undefined;

  const connect = async (): Promise<void> => {
    const fresh = new Client({ ...clientConfig(database), query_timeout: ANSWER_TIMEOUT_MS });
    client = fresh;
    const tried = database.turn?.at;
    const lost = () => {
      if (isClosed || client !== fresh) return;
      client = undefined;
      hangUp(fresh);
      tryNext(database, tried);
      timer = setTimeout(() => void connect(), RETRY_AFTER_MS).unref();
    };
    lose = lost;
    fresh.on('error', lost);
    fresh.on('end', lost);
    fresh.on('notification', ({ channel: heardOn, payload = '' }) => {
      if (payload.startsWith(name)) return;
      if (heardOn === channel) ring();
      else hear(payload.slice(name.length));
    });
    try {
      await fresh.connect();
      await fresh.query(`listen ${channel}; listen ${broadcasts}`);
      ring();
    } catch {
      // It connects again soon; one ring then makes up for those that were missed.
      lost();
    }
  };
  const trying = setInterval(() => void (client && clock.measure(client).catch(lose)), TRY_EVERY_MS).unref();
  const first = connect();

  return {
    onRing: listener => {
      listeners.add(listener);
    },
    onHear: listener => {
      hear = listener;
    },
    close: async () => {
      isClosed = true;
      clearTimeout(timer);
      clearInterval(trying);
      await first;
      // It is being closed: how the connection ends no longer matters.
      await client?.end().catch(() => undefined);
    },
  };
}
