import { Worker } from 'node:worker_threads';
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { openDatabase } from '../../src/center/database/open.ts';
import type { Store } from '../../src/center/database/store.ts';
import { problemOf } from '../../src/center/model/problem.ts';
import { newPostgresCenter } from '../harness/databases.ts';
import { askPostgres, postgresUrl } from '../harness/postgres.ts';
import { skippedFor } from '../harness/skipped.ts';
import { whyNoPostgres } from './on-postgres.ts';

const missing = whyNoPostgres();

async function open(): Promise<{ store: Store; name: string }> {
  const { name, drop } = await newPostgresCenter();
  const store = await openDatabase(name, 0);
  onTestFinished(async () => {
    await store.close();
    await drop();
  });
  return { store, name };
}

const cutter = `
  const { default: pg } = await import(workerData.pg);
  const done = new Int32Array(workerData.done);
  parentPort.on('message', async ({ address, database }) => {
    const client = new pg.Client(address);
    await client.connect();
    await client.query(\`select pg_terminate_backend(pid, 5000) from pg_stat_activity
      where datname = $1 and application_name = 'frontdesk'\`, [database]);
    await client.end();
    Atomics.store(done, 0, 1);
    Atomics.notify(done, 0);
  });`;

const done = new Int32Array(new SharedArrayBuffer(4));
const cutting: { worker?: Worker } = {};

/** Another thread ends all connections to a database, while this one stands still and so cannot notice. */
function cutUnseen(address: string, database = new URL(address).pathname.slice(1)): void {
  Atomics.store(done, 0, 0);
  cutting.worker!.postMessage({ address, database });
  Atomics.wait(done, 0, 0);
}

function rename(store: Store, name: string) {
  return store.write(db => db.updateTable('inbox').set({ name }).where('id', '=', 1).execute());
}

async function nameOf(store: Store): Promise<string> {
  return (await store.read(db => db.selectFrom('inbox').select('name').where('id', '=', 1).executeTakeFirstOrThrow()))
    .name;
}

describe('connections that were lost while idle', skippedFor(missing), () => {
  beforeAll(() => {
    const workerData = { pg: import.meta.resolve('pg'), done: done.buffer };
    const code = `const { parentPort, workerData } = require('node:worker_threads'); (async () => {${cutter}})();`;
    cutting.worker = new Worker(code, { eval: true, workerData });
    return () => cutting.worker!.terminate();
  });

  test('are replaced, and callers are served: reads, single statements and writes', async () => {
    const { store, name } = await open();
    const reads = () => Promise.all(Array.from({ length: 12 }, () => nameOf(store)));
    const statement = () => store.reader.selectFrom('inbox').select('name').where('id', '=', 1).execute();
    await rename(store, 'Before');
    expect(new Set(await reads())).toEqual(new Set(['Before']));
    cutUnseen(name);
    await rename(store, 'After');
    expect(new Set(await reads())).toEqual(new Set(['After']));
    cutUnseen(name);
    expect(await statement()).toEqual([{ name: 'After' }]);
  });

  test('are reported as such if no other connection is available', async () => {
    const { store, name } = await open();
    await rename(store, 'Before');
    const database = new URL(name).pathname.slice(1);
    const server = postgresUrl(new URL(name).searchParams.get('host')!, 'postgres');
    await askPostgres(server, `alter database ${database} allow_connections false`);
    cutUnseen(server, database);
    const error = await rename(store, 'Lost').catch(one => one);
    expect(problemOf(error).code, error.message).toBe('unavailable');
    await askPostgres(server, `alter database ${database} allow_connections true`);
    await rename(store, 'After');
    expect(await nameOf(store)).toBe('After');
  });

  test('during a commit leave its outcome unknown, and the message says so', async () => {
    const { store, name } = await open();
    await askPostgres(
      name,
      `create function die() returns trigger language plpgsql as $$
        begin perform pg_terminate_backend(pg_backend_pid()), pg_sleep(1); return null; end $$;
      create constraint trigger die after update on inbox deferrable initially deferred
        for each row execute function die()`,
    );
    const error = await rename(store, 'Perhaps').catch(one => one);
    await askPostgres(name, 'drop trigger die on inbox; drop function die');
    const { code, message } = problemOf(error);
    expect([code, message]).toEqual(['unavailable', expect.stringMatching(/may be stored or not.*Idempotency-Key/)]);
    await rename(store, 'After');
    expect(await nameOf(store)).toBe('After');
  });

  test('within a transaction end it, and nothing of it stays', async () => {
    const { store, name } = await open();
    await rename(store, 'Before');
    const broken = store.write(async db => {
      await db.updateTable('inbox').set({ name: 'Lost' }).where('id', '=', 1).execute();
      cutUnseen(name);
      await db.updateTable('inbox').set({ name: 'Lost too' }).where('id', '=', 1).execute();
    });
    const { code, message } = problemOf(await broken.catch(one => one));
    expect([code, message]).toEqual(['unavailable', expect.stringMatching(/nothing was changed/)]);
    expect(await nameOf(store)).toBe('Before');
  });
});
