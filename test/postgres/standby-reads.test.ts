import { mkdtempSync, rmSync } from 'node:fs';
import { connect, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { openDatabase } from '../../src/center/database/open.ts';
import { defaultDatabase, type Store } from '../../src/center/database/store.ts';
import type { Db } from '../../src/center/database/tables.ts';
import { type OpenCenter, openCenter } from '../center/open-center.ts';
import { createCenter } from '../harness/center.ts';
import { askPostgres, type PostgresServer, postgresUrl, startPostgres, startStandby } from '../harness/postgres.ts';
import { skippedFor } from '../harness/skipped.ts';
import { whyNoPostgres } from './on-postgres.ts';

function found(server: PostgresServer | string): PostgresServer {
  if (typeof server === 'string') throw new Error(server);
  return server;
}

const SOCKET = '.s.PGSQL.5432';

/** A way to a server that can be cut, and can fall silent. */
async function openWay({ folder: to }: PostgresServer) {
  const folder = mkdtempSync(join(tmpdir(), 'frontdesk-way-'));
  const sockets = new Set<Socket>();
  let isSilent = false;
  const server = createServer(near => {
    const far = connect(join(to, SOCKET));
    for (const [from, onto] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(from);
      from.on('data', bytes => isSilent || onto.write(bytes));
      from.on('error', () => undefined);
      from.on('close', () => onto.destroy());
    }
  });
  const open = () => new Promise<void>(resolve => server.listen(join(folder, SOCKET), resolve));
  const cut = () => {
    server.close();
    for (const socket of sockets) socket.destroy();
  };
  await open();
  onTestFinished(() => {
    cut();
    rmSync(folder, { recursive: true, force: true });
  });
  return {
    url: (name: string) => postgresUrl(folder, name),
    cut,
    open,
    fallSilent: () => {
      isSilent = true;
    },
  };
}

async function isStandby(db: Db): Promise<boolean> {
  return (await sql<{ is: boolean }>`select pg_is_in_recovery() as is`.execute(db)).rows[0]!.is;
}

/** Whether a long read is done on the standby now. */
function isReadThere({ center }: OpenCenter): Promise<boolean> {
  return center.context.store.read(isStandby, true);
}

async function titles(desk: OpenCenter, q: string): Promise<string[]> {
  const { status, body } = await desk.call('GET', '/conversations', { query: { q } });
  expect(status).toBe(200);
  return body.data.map(({ title }: { title: string }) => title);
}

/** What was said of the standby. */
function told({ log }: OpenCenter): string[] {
  return log.filter(line => /standby/i.test(line));
}

describe('reads on a standby of PostgreSQL', skippedFor(whyNoPostgres()), () => {
  let [primary, standby] = [{} as PostgresServer, {} as PostgresServer];
  let count = 0;
  beforeAll(async () => {
    primary = found(await startPostgres(['fsync=off', 'full_page_writes=off']));
    standby = found(await startStandby(primary, false));
    return async () => {
      await standby.stop();
      await primary.stop();
    };
  });

  async function open(standbyOf: (name: string) => string = name => postgresUrl(standby.folder, name)) {
    count += 1;
    const name = `desk_${count}`;
    await askPostgres(postgresUrl(primary.folder, 'postgres'), `create database ${name}`);
    const database = postgresUrl(primary.folder, name);
    const postgresStandby = standbyOf(name);
    const desk = await openCenter({ database, settings: { postgresStandby } });
    onTestFinished(desk.close);
    // A standby without tables is said to have another trouble than those tested here.
    const hasTables = () =>
      askPostgres(postgresUrl(standby.folder, name), 'select 1 from event_log limit 1').then(
        () => true,
        () => false,
      );
    await expect.poll(hasTables).toBe(true);
    return { desk, database, postgresStandby };
  }

  test('are those of searches and numbers alone', async () => {
    const { desk } = await open();
    const { store } = desk.center.context;
    const { read } = store;
    const long: unknown[] = [];
    const watched: Store['read'] = (work, isLong) => {
      long.push(isLong);
      return read(work, isLong);
    };
    Object.assign(store, { read: watched });
    for (const [path, query] of [
      ['/conversations', { q: 'lamp' }],
      ['/numbers', { from: '2026-03-01', to: '2026-03-02', by: 'inbox' }],
      ['/conversations', {}],
      ['/contacts', { q: 'lamp' }],
    ] as const)
      expect((await desk.call('GET', path, { query })).status).toBe(200);
    expect(long).toEqual([true, true, false, false]);
  });

  test('have what was written before at any server: the primary reads while the standby is behind', async () => {
    const { desk, database, postgresStandby } = await open();
    const second = await createCenter({
      database,
      attachmentsFolder: desk.folder,
      now: () => desk.clock.now,
      settings: { postgresStandby },
    });
    onTestFinished(second.close);
    const writeThere = async (title: string) => {
      const { status } = await second.fetch(desk.request('POST', '/conversations', { body: { title } }));
      expect(status).toBe(201);
    };
    await writeThere('Lamp 1');
    await expect.poll(() => isReadThere(desk)).toBe(true);
    await askPostgres(postgresStandby, 'select pg_wal_replay_pause()');
    // It stops before the next change.
    const paused = `do $$ begin assert pg_get_wal_replay_pause_state() = 'paused'; end $$`;
    await expect
      .poll(() =>
        askPostgres(postgresStandby, paused).then(
          () => true,
          () => false,
        ),
      )
      .toBe(true);
    expect(await isReadThere(desk)).toBe(true);
    await writeThere('Lamp 2');
    expect(await isReadThere(desk)).toBe(false);
    expect(await titles(desk, 'lamp')).toEqual(['Lamp 2', 'Lamp 1']);
    await askPostgres(postgresStandby, 'select pg_wal_replay_resume()');
    await expect.poll(() => isReadThere(desk)).toBe(true);
    expect(await titles(desk, 'lamp')).toEqual(['Lamp 2', 'Lamp 1']);
    expect(told(desk)).toEqual([]);
  });

  test('that fail there are done again on the primary', async () => {
    const { desk } = await open();
    await expect.poll(() => isReadThere(desk)).toBe(true);
    const runs: boolean[] = [];
    const work = async (db: Db) => {
      runs.push(await isStandby(db));
      if (runs.at(-1)) await sql`select from gone`.execute(db);
      return 'done';
    };
    expect(await desk.center.context.store.read(work, true)).toBe('done');
    expect(runs).toEqual([true, false]);
    expect(await isReadThere(desk)).toBe(true);
    expect(told(desk)).toEqual([]);
  });

  test('go to the primary while the standby is gone, which is said once, and come back with it', async () => {
    const way = await openWay(standby);
    const { desk } = await open(way.url);
    await desk.call('POST', '/conversations', { body: { title: 'Lamp 1' } });
    await expect.poll(() => isReadThere(desk)).toBe(true);
    way.cut();
    for (let count = 0; count < 3; count += 1) expect(await titles(desk, 'lamp')).toEqual(['Lamp 1']);
    const gone = expect.stringMatching(
      /^The standby cannot be used, so the primary answers\. .* desk_\d+ on .* does not answer/,
    );
    expect(told(desk)).toEqual([gone]);
    await way.open();
    await expect.poll(() => isReadThere(desk)).toBe(true);
    expect(told(desk)).toEqual([gone, expect.stringMatching(/^The standby desk_\d+ on .* answers again\.$/)]);
  });

  test('go to the primary if the standby does not answer in time', async () => {
    const way = await openWay(standby);
    const { desk } = await open(way.url);
    await expect.poll(() => isReadThere(desk)).toBe(true);
    way.fallSilent();
    expect(await isReadThere(desk)).toBe(false);
    expect(told(desk)).toEqual([expect.stringMatching(/does not answer/)]);
  });

  test('go to the primary if the standby falls silent in the middle', async () => {
    const way = await openWay(standby);
    const { desk } = await open(way.url);
    await expect.poll(() => isReadThere(desk)).toBe(true);
    const work = async (db: Db) => {
      if (await isStandby(db)) way.fallSilent();
      return isStandby(db);
    };
    expect(await desk.center.context.store.read(work, true)).toBe(false);
    expect(told(desk)).toEqual([expect.stringMatching(/does not answer/)]);
  });

  test('are never of another database, or of a server that is not a standby', async () => {
    const another = await open();
    await expect.poll(() => isReadThere(another.desk)).toBe(true);
    for (const other of [() => another.postgresStandby, (name: string) => postgresUrl(primary.folder, name)]) {
      const { desk } = await open(other);
      await desk.call('POST', '/conversations', { body: { title: 'Lamp 1' } });
      expect(await titles(desk, 'lamp')).toEqual(['Lamp 1']);
      expect(told(desk)).toEqual([expect.stringMatching(/is not a standby of/)]);
    }
  });

  test('need no more than an ordinary user of the database', async () => {
    await askPostgres(
      postgresUrl(primary.folder, 'postgres'),
      'create role guest login; grant pg_read_all_data, pg_write_all_data to guest',
    );
    const as = (url: string) => url.replace('postgres@', 'guest@');
    const { desk, database, postgresStandby } = await open();
    await expect.poll(() => isReadThere(desk)).toBe(true);
    const log: string[] = [];
    const isReadByGuest = async () => {
      const settings = { ...defaultDatabase, postgresStandby: as(postgresStandby) };
      const store = await openDatabase(as(database), 0, settings, line => log.push(line));
      return store.read(isStandby, true).finally(store.close);
    };
    expect([await isReadByGuest(), log]).toEqual([true, []]);
    await askPostgres(database, 'revoke execute on function pg_control_system from public');
    const said = expect.stringMatching(/^Nothing is read from the standby .*permission denied for function/);
    expect([await isReadByGuest(), log]).toEqual([false, [said]]);
  });
});
