import { deepEqual, equal, ok } from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { copyFileSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import { gunzipSync } from 'node:zlib';
import { Client } from 'pg';
import { migrationNames } from '../../src/center/database/migrations/list.ts';
import { type AllRows, allRows, lostRows, rowsForEmptyTables } from '../harness/all-rows.ts';
import { fillFirstDatabase, firstFile, laterSteps } from '../harness/first-release.ts';
import { VERSIONS } from '../harness/kept-files.ts';
import { askPostgres } from '../harness/postgres.ts';
import { type Fault, type Run, sized } from './fault.ts';
import { createRandom } from './random.ts';
import { inMemory, openTestDatabase, type TestDatabase } from './test-database.ts';

const FULL_CONVERSATIONS = 20_000;
const FULL_KILLS = 60;
const AT_ONCE = 3;
const RELEASED = join(VERSIONS, '0.1.0');

/** Puts a help center of the first release into an empty database. */
type Make = (database: TestDatabase) => Promise<void>;

/** The files of the release, with a row in each table. */
const released: Make = async database => {
  if (database.kind === 'postgres') {
    await askPostgres(database.location, readFileSync(join(RELEASED, 'center.postgres.sql'), 'utf8'));
    const rows = await rowsForEmptyTables(database);
    return askPostgres(database.location, `set session_replication_role = replica; ${rows.join(';')}`);
  }
  writeFileSync(database.location, gunzipSync(readFileSync(join(RELEASED, 'center.db.gz'))));
  const rows = await rowsForEmptyTables(database);
  const file = new DatabaseSync(database.location);
  for (const text of rows) file.exec(text);
  file.close();
};

function filled(count: number): Make {
  return async database => {
    if (database.kind === 'sqlite') return (await firstFile(database.location, count)).close();
    const client = new Client(database.location);
    await client.connect();
    await fillFirstDatabase(client, count);
    await client.end();
  };
}

const OPEN = new URL('../../src/center/database/open.ts', import.meta.url).href;
const BREAK = new URL('./break-at-statement.ts', import.meta.url).href;
const CODE = `const { openDatabase } = await import('${OPEN}'); await (await openDatabase(process.argv[1], 0)).close();`;

/** A process that opens a database, and so upgrades it; `ended`: its exit code, or the signal. */
function startOpening({ location }: TestDatabase, variables: Readonly<Record<string, string>> = {}) {
  const args = ['--import', BREAK, '--input-type=module', '-e', CODE, location];
  const child = spawn(process.execPath, args, {
    env: { ...process.env, ...variables },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let said = '';
  child.stderr.on('data', chunk => {
    said += chunk;
  });
  const ended = new Promise<number | string>(resolve => child.once('exit', (code, signal) => resolve(signal ?? code!)));
  return { kill: () => child.kill('SIGKILL'), ended, said: () => said };
}

async function open(database: TestDatabase, variables: Readonly<Record<string, string>> = {}): Promise<void> {
  const { ended, said } = startOpening(database, variables);
  equal(await ended, 0, said());
}

async function stepsIn(database: TestDatabase): Promise<string[]> {
  const rows = await database.query<{ name: string }>('select name from kysely_migration order by name');
  return rows.map(({ name }) => name);
}

const OLD = migrationNames.filter(name => !laterSteps.includes(name));

/** What the former program sees of its tables: on PostgreSQL all, with columns and indexes that are new to it beside. */
async function schemaOf(database: TestDatabase): Promise<string[]> {
  const rows = await database.query<{ line: string }>(
    database.kind === 'sqlite'
      ? 'select sql as line from sqlite_schema where sql is not null'
      : `select table_name || '.' || column_name || ' ' || data_type || ' ' || is_nullable as line
          from information_schema.columns where table_schema = 'public'`,
  );
  return rows.map(({ line }) => line);
}

/** A help center of the first release, made once for each trial, with what was in it. */
interface Old {
  readonly database: TestDatabase;
  readonly rows: AllRows;
  readonly schema: readonly string[];
}

/** Throws unless the old or the new is there, with every row. Returns which. */
async function checkLeft({ database, rows, schema }: Old): Promise<'old' | 'new'> {
  const steps = await stepsIn(database);
  deepEqual(lostRows(rows, await allRows(database)), []);
  if (steps.length > OLD.length) {
    deepEqual(steps, migrationNames);
    return 'new';
  }
  deepEqual(steps, OLD);
  const now = await schemaOf(database);
  deepEqual(
    schema.filter(line => !now.includes(line)),
    [],
  );
  if (database.kind === 'sqlite') equal(now.length, schema.length);
  return 'old';
}

/** Opens what was left, which goes on to the new. */
async function checkGoesOn(old: Old): Promise<void> {
  await open(old.database);
  equal(await checkLeft(old), 'new');
  deepEqual(await old.database.damage(), []);
}

/** Makes an old help center for each trial, from a copy where that is a file. */
function makerOf(run: Run, make: Make) {
  let first: TestDatabase | undefined;
  return {
    trial: async (work: (old: Old) => Promise<void>): Promise<void> => {
      const database = await openTestDatabase(run, inMemory());
      if (first === undefined || database.kind === 'postgres') await make(database);
      else copyFileSync(first.location, database.location);
      if (first === undefined && database.kind === 'sqlite') {
        first = await openTestDatabase(run, inMemory());
        copyFileSync(database.location, first.location);
      }
      try {
        await work({ database, rows: await allRows(database), schema: await schemaOf(database) });
      } finally {
        await database.close();
      }
    },
    end: async () => first?.close(),
  };
}

type Left = Record<'old' | 'new', number>;

/** Kills at each statement, or at some of them. Returns how many there are. */
async function killAtStatements(run: Run, left: Left): Promise<string> {
  const { trial, end } = makerOf(run, released);
  let total = 0;
  await trial(async old => {
    const counted = join(old.database.folder, 'count');
    await open(old.database, { FAULT_COUNT: counted });
    total = Number(readFileSync(counted, 'utf8'));
    await checkGoesOn(old);
  });
  ok(total > laterSteps.length, `${total} statements`);
  const tries = sized(run, total);
  for (let at = 0; at < tries; at += 1)
    await trial(async old => {
      // Spread over all, and other ones for another seed.
      const step = 1 + Math.floor((at + createRandom(run.seed + at).below(1_000) / 1_000) * (total / tries));
      await startOpening(old.database, { FAULT_STEP: String(step) }).ended;
      left[await checkLeft(old)] += 1;
      await checkGoesOn(old);
    });
  await end();
  return `${tries} kills at ${total} statements`;
}

/** Kills at moments, in a help center of some size; every other time another process upgrades it at the same time. */
async function killAtMoments(run: Run, left: Left): Promise<string> {
  const random = createRandom(run.seed);
  const { trial, end } = makerOf(run, filled(sized(run, FULL_CONVERSATIONS)));
  let tookMs = 0;
  await trial(async old => {
    const began = performance.now();
    await open(old.database);
    tookMs = performance.now() - began;
    await checkGoesOn(old);
  });
  const kills = sized(run, FULL_KILLS);
  for (let at = 0; at < kills; at += 1)
    await trial(async old => {
      const killed = startOpening(old.database);
      const other = at % 2 === 1 ? startOpening(old.database) : undefined;
      await sleep(random.below(tookMs));
      killed.kill();
      await killed.ended;
      if (other) equal(await other.ended, 0, other.said());
      left[await checkLeft(old)] += 1;
      await checkGoesOn(old);
    });
  await end();
  return `${kills} at any moment`;
}

/** Processes that start at once take each step once. */
async function startAtOnce(run: Run): Promise<void> {
  const { trial, end } = makerOf(run, released);
  await trial(async old => {
    const all = Array.from({ length: AT_ONCE }, () => startOpening(old.database));
    for (const { ended, said } of all) equal(await ended, 0, said());
    await checkGoesOn(old);
  });
  await end();
}

/** Programs are killed while they upgrade the first release's help center: each leaves the old one or the new one. */
export const migrations: Fault = async run => {
  const left: Left = { old: 0, new: 0 };
  const kills = [await killAtStatements(run, left), await killAtMoments(run, left)].join(' and ');
  await startAtOnce(run);
  return `${kills} left ${left.old} old and ${left.new} new, with every row; ${AT_ONCE} at once took each step once`;
};
