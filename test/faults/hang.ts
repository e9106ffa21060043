import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Fault, sized } from './fault.ts';
import { openMovingPort } from './moving-port.ts';
import { throughOutages } from './outages.ts';
import { openTestDatabase } from './test-database.ts';

const FULL_HANGS = 10;
/** How long connecting hangs too, at most. */
const SWALLOWED_MS = 5_000;

/** The network between the services and PostgreSQL is gone without a word: no statement is answered, nothing is closed. */
export const hang: Fault = async run => {
  if (run.database === undefined) return 'skipped: a file has no network';
  const own = await openTestDatabase(run);
  const address = new URL(own.location);
  const way = await openMovingPort();
  const socket = address.searchParams.get('host');
  way.lead(socket ? join(socket, '.s.PGSQL.5432') : own.location);
  address.searchParams.delete('host');
  address.host = `127.0.0.1:${way.port}`;
  const rounds = sized(run, FULL_HANGS);
  const close = async () => {
    await way.close();
    await own.close();
  };
  const seen = await throughOutages(run, {
    database: { ...own, location: address.href, close },
    rounds,
    outage: async random => {
      way.swallow(true);
      way.hang();
      await sleep(random.below(SWALLOWED_MS));
      way.swallow(false);
    },
  });
  return `all connections hung in ${rounds} rounds, ${seen}`;
};
