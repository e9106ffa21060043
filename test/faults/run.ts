/**
 * `npm run faults [-- --database postgres|postgres://…] [--share 1] [--seed 1] [name…]`: what must hold when things
 * break, at full size; `postgres` starts a separate server. Exits with 1 if something does not hold, or if a fault that
 * was named is skipped. Loopback only; each fault stops by itself.
 */
import { parseArgs } from 'node:util';
import { postgresUrl, startPostgres } from '../harness/postgres.ts';
import { faults } from './faults.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    database: { type: 'string' },
    share: { type: 'string', default: '1' },
    seed: { type: 'string', default: '1' },
  },
});
const names = positionals.length > 0 ? positionals : Object.keys(faults);
const server = values.database === 'postgres' ? await startPostgres([]) : undefined;
if (typeof server === 'string') throw new Error(server);
const database = server ? postgresUrl(server.folder, 'postgres') : values.database;
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, async () => {
    await server?.stop();
    process.exit(1);
  });
const run = { database, share: Number(values.share), seed: Number(values.seed) };
for (const name of names) {
  const fault = faults[name];
  if (!fault) throw new Error(`There is no fault ${name}: there are ${Object.keys(faults).join(', ')}.`);
  const started = performance.now();
  const seconds = () => ((performance.now() - started) / 1_000).toFixed(1);
  try {
    const outcome = await fault(run);
    process.stdout.write(`${name}: ${outcome} (${seconds()} s)\n`);
    if (outcome.startsWith('skipped') && positionals.includes(name)) process.exitCode = 1;
  } catch (error) {
    process.exitCode = 1;
    process.stdout.write(`${name}: BROKEN after ${seconds()} s\n${(error as Error).stack}\n`);
  }
}
await server?.stop();
