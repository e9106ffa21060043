import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { startPooler, whyNoPooler } from '../harness/pgbouncer.ts';
import { type Fault, sized } from './fault.ts';
import { throughOutages } from './outages.ts';
import { startServing } from './serving.ts';
import { openTestDatabase } from './test-database.ts';

const FULL_CUTS = 20;

const cut = `select pg_terminate_backend(pid) from pg_stat_activity
  where datname = current_database() and pid <> pg_backend_pid()`;

/** Services write through one PgBouncer that shares connections, and again and again all connections are cut. */
export const pooled: Fault = async run => {
  const missing = whyNoPooler();
  if (run.database === undefined || missing !== undefined) return `skipped: ${missing ?? 'a file has no pooler'}`;
  const database = await openTestDatabase(run);
  const direct = new URL(database.location);
  const socket = direct.searchParams.get('host');
  if (socket === null) return 'skipped: the pooler looks for a socket';
  const pooler = await startPooler(socket, 'transaction');
  const pooledAt = new URL(direct);
  pooledAt.searchParams.set('host', pooler.folder);
  const config = join(database.folder, 'config.toml');
  writeFileSync(config, `[center]\npostgres_direct = "${direct.href}"\n`, { mode: 0o600 });
  const rounds = sized(run, FULL_CUTS);
  try {
    const seen = await throughOutages(run, {
      database,
      rounds,
      start: ({ folder }) => startServing({ folder, location: pooledAt.href }, [], { FRONTDESK_CONFIG: config }),
      outage: async () => {
        await database.query(cut);
      },
    });
    return `all connections behind a pooler cut in ${rounds} rounds, ${seen}`;
  } finally {
    await pooler.stop();
  }
};
