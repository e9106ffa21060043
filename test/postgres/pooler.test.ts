import { sql } from 'kysely';
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { openDatabase } from '../../src/center/database/open.ts';
import { DatabaseRefused, DatabaseUnreachable } from '../../src/center/database/refused.ts';
import { defaultDatabase, type Store } from '../../src/center/database/store.ts';
import { problemOf } from '../../src/center/model/problem.ts';
import { newPostgresDatabase, serverFolder, testBehind } from '../harness/databases.ts';
import { startPooler, whyNoPooler } from '../harness/pgbouncer.ts';
import { askPostgres, postgresUrl } from '../harness/postgres.ts';
import { skippedFor } from '../harness/skipped.ts';
import { whyNoPostgres } from './on-postgres.ts';

const missing = whyNoPostgres() ?? whyNoPooler();

function behind(folder: string, database: string): string {
  return postgresUrl(folder, new URL(database).pathname.slice(1));
}

function open(database: string, postgresDirect?: string): Promise<Store> {
  return openDatabase(database, 0, { ...defaultDatabase, ...(postgresDirect && { postgresDirect }) });
}

function refusal(database: string, postgresDirect?: string): Promise<unknown> {
  return open(database, postgresDirect).then(
    store => store.close(),
    error => error,
  );
}

function rename(store: Store, name: string) {
  return store.write(db => db.updateTable('inbox').set({ name }).where('id', '=', 1).execute());
}

async function nameOf(store: Store): Promise<string> {
  return (await store.read(db => db.selectFrom('inbox').select('name').where('id', '=', 1).executeTakeFirstOrThrow()))
    .name;
}

/** Ends the connections of the pooler and of those that listen, whatever they do. */
const cut = `select pg_terminate_backend(pid, 5000) from pg_stat_activity
  where datname = current_database() and pid <> pg_backend_pid()`;

describe('behind PgBouncer, which shares connections', skippedFor(missing), async () => {
  const pooler = { folder: '' };
  beforeAll(async () => {
    const started = await startPooler(serverFolder(), 'transaction');
    pooler.folder = started.folder;
    testBehind(started.folder);
    return started.stop;
  });

  async function opened() {
    const direct = await newPostgresDatabase();
    const store = await open(behind(pooler.folder, direct), direct);
    onTestFinished(() => store.close());
    return { store, direct };
  }

  test('a database is refused without a way past it, and nothing is made there', async () => {
    const direct = await newPostgresDatabase();
    const pooled = behind(pooler.folder, direct);
    const [refused, other, again, away] = await Promise.all([
      refusal(pooled),
      newPostgresDatabase().then(wrong => refusal(pooled, wrong)),
      refusal(pooled, pooled),
      refusal(pooled, postgresUrl(`${pooler.folder}/away`, 'desk')),
    ]);
    expect(refused).toBeInstanceOf(DatabaseRefused);
    expect(refused).toMatchObject({ message: expect.stringMatching(/events would be lost.*postgres_direct.*session/) });
    for (const one of [other, again]) expect(one).toMatchObject({ message: expect.stringMatching(/does not hear/) });
    expect(away).toMatchObject({ message: expect.stringMatching(/desk on .*away:5432 does not answer/) });
    await expect(askPostgres(direct, 'select from setting')).rejects.toThrow(/does not exist/);
    const kept = await startPooler(serverFolder(), 'session');
    onTestFinished(kept.stop);
    expect(await refusal(behind(kept.folder, direct))).toBeUndefined();
  });

  test('a refusal of the pooler is said in its words', async () => {
    const gone = await refusal(postgresUrl(pooler.folder, 'nowhere'));
    expect(gone).toBeInstanceOf(DatabaseUnreachable);
    expect(gone).toMatchObject({ message: expect.stringMatching(/database "nowhere" does not exist/) });
  });

  test('several processes at once make one help center, and leave no lock at a shared connection', async () => {
    const direct = await newPostgresDatabase();
    const stores = await Promise.all(Array.from({ length: 4 }, () => open(behind(pooler.folder, direct), direct)));
    await Promise.all(stores.map((store, at) => rename(store, `No. ${at}`)));
    expect(new Set(await Promise.all(stores.map(nameOf))).size).toBe(1);
    const locks = sql`select from pg_locks join pg_database d on d.oid = database
      where locktype = 'advisory' and datname = current_database()`;
    expect((await locks.execute(stores[0]!.reader)).rows).toHaveLength(0);
    await Promise.all(stores.map(store => store.close()));
  });

  test('connections that the pooler lost are replaced', async () => {
    const { store, direct } = await opened();
    await rename(store, 'Before');
    await askPostgres(direct, cut);
    expect(new Set(await Promise.all(Array.from({ length: 12 }, () => nameOf(store))))).toEqual(new Set(['Before']));
    await askPostgres(direct, cut);
    await rename(store, 'After');
    expect(await nameOf(store)).toBe('After');
  });

  test('one that is lost within a transaction ends it, and during a commit leaves its outcome unknown', async () => {
    const { store, direct } = await opened();
    const broken = store.write(async db => {
      await db.updateTable('inbox').set({ name: 'Lost' }).where('id', '=', 1).execute();
      await askPostgres(direct, cut);
      await db.updateTable('inbox').set({ name: 'Lost too' }).where('id', '=', 1).execute();
    });
    const first = problemOf(await broken.catch(one => one));
    expect([first.code, first.message]).toEqual(['unavailable', expect.stringMatching(/nothing was changed/)]);
    expect(await nameOf(store)).not.toMatch(/Lost/);
    await askPostgres(
      direct,
      `create function die() returns trigger language plpgsql as $$
        begin perform pg_terminate_backend(pg_backend_pid()), pg_sleep(1); return null; end $$;
      create constraint trigger die after update on inbox deferrable initially deferred
        for each row execute function die()`,
    );
    const second = problemOf(await rename(store, 'Perhaps').catch(one => one));
    expect([second.code, second.message]).toEqual(['unavailable', expect.stringMatching(/may be stored or not/)]);
  });
});

describe('the service behind PgBouncer', skippedFor(missing), async () => {
  beforeAll(async () => {
    const { folder, stop } = await startPooler(serverFolder(), 'transaction');
    testBehind(folder);
    return stop;
  });
  const { inProcess, openCenterTarget } = await import('../conformance/center-target.ts');
  const { conformance } = await import('../conformance/suite.ts');
  conformance(() => openCenterTarget(inProcess), { again: 'database' });
  await import('../center/mail/in/hold.test.ts');
  for (const name of ['together', 'beside', 'events', 'presence']) await import(`./${name}.test.ts`);
});
