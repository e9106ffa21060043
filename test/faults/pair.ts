import { join } from 'node:path';
import {
  askPostgres,
  type PostgresServer,
  postgresUrl,
  promote,
  startPostgres,
  startStandby,
} from '../harness/postgres.ts';
import { type MovingPort, openMovingPort } from './moving-port.ts';
import { connectTo, newFolder, onServer, type TestDatabase } from './test-database.ts';

const NAME = 'desk';

/** A primary and its synchronous standby, at one address that leads to the one that takes writes. */
export interface Pair {
  readonly database: TestDatabase;
  readonly way: MovingPort;
  /**
   * Ends the primary (`stop`: as `pg_ctl stop -m immediate` does), promotes the standby and leads the address there; then
   * the new primary gets a standby. `whileAway` runs while nothing takes writes.
   */
  failOver(how: 'stop' | 'kill', whileAway?: () => Promise<void>): Promise<void>;
}

async function begun(starting: Promise<PostgresServer | string>): Promise<PostgresServer> {
  const server = await starting;
  if (typeof server === 'string') throw new Error(server);
  return server;
}

/** Starts both with an empty database. `settings` are the first primary's. */
export async function openPair(settings: readonly string[] = []): Promise<Pair> {
  const held: { primary: PostgresServer; standby?: PostgresServer } = {
    primary: await begun(startPostgres(['fsync=off', 'full_page_writes=off', ...settings])),
  };
  const way = await openMovingPort();
  const leadToPrimary = () => way.lead(join(held.primary.folder, '.s.PGSQL.5432'));
  const close = async () => {
    await way.close();
    await held.standby?.stop();
    await held.primary.stop();
  };
  const ask = async (text: string) => {
    const client = await connectTo(postgresUrl(held.primary.folder, NAME));
    try {
      return await client.query(text);
    } finally {
      await client.end();
    }
  };
  try {
    await askPostgres(postgresUrl(held.primary.folder, 'postgres'), `create database ${NAME}`);
    held.standby = await begun(startStandby(held.primary));
    leadToPrimary();
  } catch (error) {
    await close();
    throw error;
  }
  return {
    database: onServer(`postgres://postgres@127.0.0.1:${way.port}/${NAME}`, newFolder(), ask, close),
    way,
    failOver: async (how, whileAway) => {
      const former = held.primary;
      await former[how]();
      await whileAway?.();
      held.primary = held.standby!;
      delete held.standby;
      await promote(held.primary);
      leadToPrimary();
      await former.stop();
      held.standby = await begun(startStandby(held.primary));
    },
  };
}
