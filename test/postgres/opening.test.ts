import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { sql } from 'kysely';
import { describe, expect, inject, onTestFinished, test } from 'vitest';
import { migrationNames } from '../../src/center/database/migrations/list.ts';
import { openDatabase } from '../../src/center/database/open.ts';
import { DatabaseRefused, DatabaseUnreachable } from '../../src/center/database/refused.ts';
import { checkFailingStep, checkRollback } from '../center/database/check-rollback.ts';
import { newPostgresCenter, newPostgresDatabase } from '../harness/databases.ts';
import { NEWER, saidOfNewer } from '../harness/newer-program.ts';
import { askPostgres, postgresUrl } from '../harness/postgres.ts';
import { skippedFor } from '../harness/skipped.ts';
import { whyNoPostgres } from './on-postgres.ts';

const missing = whyNoPostgres();

async function open(database: string) {
  const store = await openDatabase(database, 5);
  onTestFinished(() => store.close());
  return store;
}

function refusal(database: string): Promise<unknown> {
  return openDatabase(database, 0).then(
    store => store.close(),
    error => error,
  );
}

function folder(): string {
  return (inject('postgres') as { folder: string }).folder;
}

describe('opening a database on PostgreSQL', skippedFor(missing), () => {
  test('creates its tables, and finds them again', async () => {
    const name = await newPostgresDatabase();
    const first = await openDatabase(name, 5);
    await first.write(db => db.updateTable('inbox').set({ name: 'Kept' }).where('id', '=', 1).execute());
    await first.close();
    const rows = await (await open(name)).read(db => db.selectFrom('inbox').select(['name', 'created_at']).execute());
    expect(rows).toContainEqual({ name: 'Kept', created_at: 5 });
  });

  test('several processes at once make one help center', async () => {
    const name = await newPostgresDatabase();
    const module = new URL('../../src/center/database/open.ts', import.meta.url).href;
    const code = `const { openDatabase } = await import(process.argv[1]);
      const store = await openDatabase(process.argv[2], 0);
      await store.write(db => db.updateTable('inbox').set(eb => ({ sort: eb('sort', '+', 10) })).execute());
      await store.close();`;
    const run = () => promisify(execFile)(process.execPath, ['--input-type=module', '-e', code, module, name]);
    await Promise.all([run(), run(), run(), run()]);
    const store = await open(name);
    const rows = await store.read(db => db.selectFrom('inbox').select('sort').orderBy('id').execute());
    expect(rows.map(row => row.sort)).toEqual([40, 41]);
    const steps = await store.read(db => sql`select name from kysely_migration`.execute(db));
    expect(steps.rows).toHaveLength(migrationNames.length);
  });

  test('a step that fails leaves nothing of it behind', async () => {
    const name = await newPostgresDatabase();
    const store = await openDatabase(name, 5);
    const upgrade = async () => {
      await store.close();
      await openDatabase(name, 0);
    };
    await checkFailingStep(store, upgrade, async () => {
      const taken = migrationNames.filter(step => step >= '0059').map(step => `('${step}', '2026-12-01T00:00:00Z')`);
      await askPostgres(name, `insert into kysely_migration (name, timestamp) values ${taken.join(', ')}`);
      return open(name);
    });
  });

  test('refuses a database that a newer program wrote, and the database of another program', async () => {
    const newer = await newPostgresDatabase();
    await (await openDatabase(newer, 0)).close();
    await askPostgres(newer, NEWER.join(';'));
    expect(await refusal(newer)).toMatchObject({ message: expect.stringMatching(saidOfNewer) });
    const other = await newPostgresDatabase();
    await askPostgres(other, 'create table song (title text)');
    expect(await refusal(other)).toMatchObject({ message: expect.stringMatching(/another program/) });
  });

  test('refuses a database that does not exist, cannot be reached, cannot hold every character, or allows no new tables', async () => {
    const gone = await refusal(postgresUrl(folder(), 'nowhere'));
    expect(gone).toBeInstanceOf(DatabaseRefused);
    expect(gone).toMatchObject({ message: expect.stringMatching(/no database nowhere on .*createdb/) });
    const away = await refusal(postgresUrl(`${folder()}/away`, 'nowhere'));
    expect(away).toBeInstanceOf(DatabaseUnreachable);
    expect(away).toMatchObject({ message: expect.stringMatching(/does not answer/) });
    const admin = postgresUrl(folder(), 'postgres');
    await askPostgres(admin, `create database latin template template0 encoding 'LATIN1' locale 'C'`);
    expect(await refusal(postgresUrl(folder(), 'latin'))).toMatchObject({
      message: expect.stringMatching(/LATIN1.*UTF8/),
    });
    const name = await newPostgresDatabase();
    await askPostgres(name, 'create role guest login');
    expect(await refusal(name.replace('postgres@', 'guest@'))).toMatchObject({
      message: expect.stringMatching(/may not create tables.*owner/),
    });
  });

  test('a transaction that throws leaves nothing, and refuses a Date or an object', async () => {
    const store = await open((await newPostgresCenter()).name);
    await checkRollback(store);
    for (const odd of [new Date(0), { a: 1 }, [1]])
      await expect(store.write(db => sql`select ${odd}`.execute(db))).rejects.toThrow(TypeError);
    await expect(store.read(db => db.updateTable('inbox').set({ name: 'Read' }).execute())).rejects.toThrow(
      /read-only/,
    );
  });

  test('a snapshot does not change when others commit', async () => {
    const center = await newPostgresCenter();
    const store = await open(center.name);
    await store.read(async db => {
      const count = () => db.selectFrom('team').selectAll().execute();
      expect(await count()).toHaveLength(0);
      await store.write(one => one.insertInto('team').values({ name: 'A', created_at: 0, updated_at: 0 }).execute());
      expect(await count()).toHaveLength(0);
    });
  });
});
