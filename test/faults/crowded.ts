import { setTimeout as sleep } from 'node:timers/promises';
import type { Client } from 'pg';
import { postgresUrl, startPostgres } from '../harness/postgres.ts';
import { type Fault, sized } from './fault.ts';
import { throughOutages } from './outages.ts';
import { connectTo, openTestDatabase } from './test-database.ts';

const FULL_CROWDS = 20;
/** Fewer than the services would like to have. */
const MAX_CONNECTIONS = 40;
/** All connections are taken by others for so long. */
const CROWDED_MS = 4_000;

/** Takes connections until no more are given. */
async function takeAll(address: string): Promise<Client[]> {
  const taken: Client[] = [];
  for (;;)
    try {
      taken.push(await connectTo(address));
    } catch {
      return taken;
    }
}

/** PostgreSQL takes fewer connections than the services would have, and for a while other programs have the rest. */
export const crowded: Fault = async run => {
  const server = await startPostgres([`max_connections=${MAX_CONNECTIONS}`]);
  if (typeof server === 'string') throw new Error(server);
  try {
    const address = postgresUrl(server.folder, 'postgres');
    const database = await openTestDatabase({ ...run, database: address });
    const rounds = sized(run, FULL_CROWDS);
    let taken = 0;
    const seen = await throughOutages(run, {
      database,
      rounds,
      outage: async () => {
        const others = await takeAll(address);
        taken += others.length;
        await sleep(CROWDED_MS);
        await Promise.all(others.map(one => one.end()));
      },
    });
    return `others took ${taken} more connections in ${rounds} rounds, ${seen}`;
  } finally {
    await server.stop();
  }
};
