import { Client, type ClientConfig } from 'pg';
import { channel } from './dialect.ts';

/** Tells of commits of other processes on the same database. */
export interface Bell {
  onRing(listener: () => void): void;
  close(): Promise<void>;
}

const RETRY_AFTER_MS = 1_000;

/**
 * Listens on a connection of its own. While that is lost nothing is told, so who listens must ask now and then too;
 * what was missed is made up for by one ring when it is back. `name` is the own process's, whose commits do not ring.
 */
export function hangBell(config: ClientConfig, name: string): Bell {
  const listeners = new Set<() => void>();
  const ring = () => {
    for (const listener of listeners) listener();
  };
  let client: Client | undefined;
  let timer: NodeJS.Timeout | undefined;
  let isClosed = false;

  const connect = async (): Promise<void> => {
    const fresh = new Client(config);
    client = fresh;
    const lost = () => {
      if (isClosed || client !== fresh) return;
      client = undefined;
      void fresh.end().catch(() => undefined);
      timer = setTimeout(() => void connect(), RETRY_AFTER_MS).unref();
    };
    fresh.on('error', lost);
    fresh.on('end', lost);
    fresh.on('notification', ({ payload }) => {
      if (payload !== name) ring();
    });
    try {
      await fresh.connect();
      await fresh.query(`listen ${channel}`);
      ring();
    } catch {
      lost();
    }
  };
  const first = connect();

  return {
    onRing: listener => {
      listeners.add(listener);
    },
    close: async () => {
      isClosed = true;
      clearTimeout(timer);
      await first;
      await client?.end().catch(() => undefined);
    },
  };
}
