import { ok } from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Client } from 'pg';
import { postgresUrl, startPostgres } from '../harness/postgres.ts';
import { type Fault, sized } from './fault.ts';
import { throughOutages } from './outages.ts';
import { connectTo, openTestDatabase, type TestDatabase } from './test-database.ts';

const FULL_CROWDS = 20;
/** Fewer than the services would like to have. */
const MAX_CONNECTIONS = 40;
/** Others have so many for so long: what is left is less than one for each service, as one or two are the fault's. */
const TAKEN = 35;
const CROWDED_MS = 4_000;

const endTheirs = `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'frontdesk'`;

/** Ends the connections of the services until others have got theirs, and returns those. */
async function takeTheirs(address: string, { query }: TestDatabase): Promise<Client[]> {
  const taken: Client[] = [];
  for (let left = 100; taken.length < TAKEN; left -= 1) {
    ok(left > 0, `others got ${taken.length} connections`);
    await query(endTheirs);
    const tried = await Promise.allSettled(Array.from({ length: TAKEN - taken.length }, () => connectTo(address)));
    taken.push(...tried.filter(one => one.status === 'fulfilled').map(one => one.value));
  }
  return taken;
}

/**
 * PostgreSQL takes fewer connections than the services would have. Again and again these lose all of theirs, and other
 * programs have most for a while.
 */
export const crowded: Fault = async run => {
  const server = await startPostgres([`max_connections=${MAX_CONNECTIONS}`]);
  if (typeof server === 'string') throw new Error(server);
  try {
    const address = postgresUrl(server.folder, 'postgres');
    const database = await openTestDatabase({ ...run, database: address });
    const rounds = sized(run, FULL_CROWDS);
    const seen = await throughOutages(run, {
      database,
      rounds,
      outage: async () => {
        const others = await takeTheirs(address, database);
        await sleep(CROWDED_MS);
        await Promise.all(others.map(one => one.end()));
      },
    });
    return `others took ${TAKEN} of ${MAX_CONNECTIONS} connections in ${rounds} rounds, ${seen}`;
  } finally {
    await server.stop();
  }
};
