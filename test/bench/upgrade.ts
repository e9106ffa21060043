/**
 * The migrations of the first release's database with 1,000,000 conversations, on SQLite and PostgreSQL, and how long a
 * former program's writes wait meanwhile on PostgreSQL: `npm run bench -- upgrade`. Another number may follow.
 */
import { join } from 'node:path';
import { Client } from 'pg';
import { lockNumber } from '../../src/center/database/postgres/dialect.ts';
import { upgrade } from '../../src/center/database/postgres/upgrade.ts';
import { amongWrites, benchFolder, figure, percentile, tookMs } from '../harness/figures.ts';
import { fillFirstDatabase, firstFile, laterSteps } from '../harness/first-release.ts';
import { postgresUrl, startPostgres } from '../harness/postgres.ts';

const count = Number(process.argv[2] ?? 1_000_000);

const server = await startPostgres([]);
if (typeof server === 'string') throw new Error(server);

async function connected<T>(name: string, work: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client(postgresUrl((server as { folder: string }).folder, name));
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** What a server of the first release writes for a mail that comes. */
const WRITE = `begin; set local lock_timeout = '10s'; select pg_advisory_xact_lock(${lockNumber.write});
  insert into message (conversation_id, kind, created_at, body_text) values (1, 'contact', 1, 'Hello');
  update conversation set message_count = message_count + 1, updated_at = updated_at + 1 where id = 1;
  update conversation_mark set at = at + 1 where conversation_id = 1; commit`;

/** For this step servers stop: it writes each conversation. */
const STOPPED = '0059-list-row';

/** Upgrades a database up to a step, or to the newest, while another process writes. */
function measure(name: string, last?: string) {
  return connected(name, client =>
    amongWrites(
      () => client.query(WRITE),
      () => connected(name, upgrader => upgrade(upgrader, 0, last)),
    ),
  );
}

function seconds(ms: number): string {
  return `${(ms / 1_000).toFixed(2)} s`;
}

function waitWords({ ms, waits }: { readonly ms: number; readonly waits: readonly number[] }): string {
  return `${seconds(ms)}, wait ${Math.max(...waits).toFixed(0)} ms`;
}

const file = await firstFile(join(benchFolder(), 'center.db'), count);
for (const step of laterSteps) figure(`SQLite ${step}`, '', seconds(await tookMs(() => file.upgrade(step))));
file.close();

await connected('postgres', admin => admin.query('create database steps'));
await connected('steps', client => fillFirstDatabase(client, count));
await connected('postgres', admin => admin.query('create database whole template steps'));
for (const step of laterSteps.filter(one => one !== STOPPED))
  figure(`PostgreSQL ${step}`, 'wait ≤ 1,000 ms', waitWords(await measure('steps', step)));
const alone = await connected('steps', client => tookMs(() => upgrade(client, 0, STOPPED)));
figure(`PostgreSQL ${STOPPED}`, 'servers stop', seconds(alone));
const whole = await measure('whole', laterSteps[laterSteps.indexOf(STOPPED) - 1]);
figure('PostgreSQL, all before it at once', 'wait ≤ 1,000 ms', waitWords(whole));
figure(
  '  half and 99 % of the writes meanwhile',
  '',
  [0.5, 0.99].map(share => `${percentile(whole.waits, share).toFixed(0)} ms`).join(', '),
);
await server.stop();
