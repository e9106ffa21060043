import type { Client } from 'pg';

/** Clocks that differ by less are well kept, and followed as they are; milliseconds. */
const DIFFERS_MS = 1_000;

/** The clock that all servers on a database have in common: that of its machine. */
export interface DatabaseClock {
  /** Milliseconds since 1970. It jumps if a measurement finds that it was wrong. */
  now(): number;
  /** Asks the database for its time. */
  measure(client: Pick<Client, 'query'>): Promise<void>;
}

/** This machine's clock until a measurement finds that it is wrong; then `log` is called once. */
export function createClock(log: (line: string) => void): DatabaseClock {
  /** How far the database's clock is ahead of this machine's. */
  let ahead = 0;
  let isTold = false;
  return {
    now: () => Date.now() + ahead,
    measure: async client => {
      const asked = performance.now();
      const { rows } = await client.query<{ at: number }>(
        `select (extract(epoch from clock_timestamp()) * 1000)::float8 as at`,
      );
      const halfWay = (performance.now() - asked) / 2;
      const found = Math.round(rows[0]!.at + halfWay - Date.now());
      // The database said its time at any moment of the way there and back.
      if (Math.abs(found - ahead) <= DIFFERS_MS + halfWay) return;
      ahead = found;
      if (isTold) return;
      isTold = true;
      const side = found < 0 ? 'ahead of' : 'behind';
      log(
        `This machine’s clock is ${Math.round(Math.abs(found) / 1000)} seconds ${side} the database’s, ` +
          'which is used in its place. Set this machine’s clock.',
      );
    },
  };
}
