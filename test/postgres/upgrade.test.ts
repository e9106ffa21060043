import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { describe, expect, onTestFinished, test } from 'vitest';
import { migrationNames } from '../../src/center/database/migrations/list.ts';
import { openDatabase } from '../../src/center/database/open.ts';
import { lockNumber } from '../../src/center/database/postgres/dialect.ts';
import { newPostgresDatabase } from '../harness/databases.ts';
import { VERSIONS } from '../harness/kept-files.ts';
import { askPostgres } from '../harness/postgres.ts';
import { skippedFor } from '../harness/skipped.ts';
import { whyNoPostgres } from './on-postgres.ts';

/** A database of 0.1.0's, and a connection to it. */
async function firstRelease() {
  const url = await newPostgresDatabase();
  await askPostgres(url, readFileSync(join(VERSIONS, '0.1.0', 'center.postgres.sql'), 'utf8'));
  const connect = async (): Promise<Client> => {
    const client = new Client(url);
    await client.connect();
    onTestFinished(() => client.end());
    return client;
  };
  const client = await connect();
  const steps = async (): Promise<unknown> => (await client.query('select from kysely_migration')).rowCount;
  return { url, client, connect, steps };
}

describe('an upgrade on PostgreSQL', skippedFor(whyNoPostgres()), () => {
  test('lets writers go first during a long read, and goes on afterwards', async () => {
    const { url, client, connect, steps } = await firstRelease();
    const before = await steps();
    const reader = await connect();
    await reader.query('begin; select 1 from conversation limit 1');
    const opening = openDatabase(url, 0);
    for (let at = 0; at < 40; at += 1) {
      await client.query('begin; select pg_advisory_xact_lock(7303014460001)');
      await client.query(`update conversation set title = title || '.', archived = 1 - archived where id = 1; commit`);
      await sleep(25);
    }
    expect(await steps()).toBe(before);
    await reader.query('commit');
    await (await opening).close();
    expect(await steps()).toBe(migrationNames.length);
    const { rows } = await client.query('select title, place from conversation where id = 1');
    expect(rows).toEqual([{ title: `Topic 0${'.'.repeat(40)}`, place: 0 }]);
  });

  test('goes on while an older program waits for its turn', async () => {
    const { url, connect, steps } = await firstRelease();
    const [reader, older] = [await connect(), await connect()];
    await reader.query('begin; select 1 from conversation limit 1');
    const opening = openDatabase(url, 0);
    const isHeld = async () =>
      (
        await reader.query(`select from pg_locks join pg_database as d on d.oid = pg_locks.database
          where locktype = 'advisory' and granted and d.datname = current_database()`)
      ).rowCount;
    await expect.poll(isHeld).toBeGreaterThan(0);
    const waiting = older.query(`set lock_timeout = '4s'; select pg_advisory_lock(${lockNumber.migrate})`).then(
      () => 'had its turn',
      ({ code }) => code,
    );
    // PostgreSQL looks for a deadlock after a wait of a second, and ends the one that looks.
    await sleep(1_500);
    await reader.query('commit');
    await (await opening).close();
    expect(await steps()).toBe(migrationNames.length);
    expect(['had its turn', '55P03']).toContain(await waiting);
  });

  test.for(['listen frontdesk; listen frontdesk_says', 'select'])(
    'refuses while a former server runs (%s), and goes on when it has stopped',
    async asked => {
      const { url, steps } = await firstRelease();
      const before = await steps();
      const server = new Client({ connectionString: url, application_name: 'frontdesk' });
      await server.connect();
      await server.query(asked);
      await expect(openDatabase(url, 0)).rejects.toThrow(
        /0059-list-row needs all servers stopped, and 1 still run.*Nothing was changed/,
      );
      expect(await steps()).toBe(before);
      const opening = openDatabase(url, 0);
      await server.end();
      await (await opening).close();
      expect(await steps()).toBe(migrationNames.length);
    },
  );

  test('makes an index again that a killed one left unfinished', async () => {
    const { url, client } = await firstRelease();
    await client.query('create index message_by_contact on message (contact_id)');
    await client.query(`update pg_index set indisvalid = false where indexrelid = 'message_by_contact'::regclass`);
    await (await openDatabase(url, 0)).close();
    const { rows } = await client.query('select indexrelid::regclass::text from pg_index where not indisvalid');
    expect(rows).toEqual([]);
  });

  test('tells why a step failed, and changes nothing', async () => {
    const { url, client, steps } = await firstRelease();
    const before = await steps();
    await client.query('alter table inbox drop column open_count');
    await expect(openDatabase(url, 0)).rejects.toThrow('column "open_count" of relation "inbox" does not exist');
    expect(await steps()).toBe(before);
  });

  test('takes each step once if several programs start at once', async () => {
    const { url, client } = await firstRelease();
    for (const store of await Promise.all([1, 2, 3].map(now => openDatabase(url, now)))) await store.close();
    const { rows } = await client.query('select name from kysely_migration order by name');
    expect(rows.map(({ name }) => name)).toEqual(migrationNames);
  });
});
