import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  closeSync,
  copyFileSync,
  mkdirSync,
  openSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { sql } from 'kysely';
import { beforeEach, describe, expect, test } from 'vitest';
import { migrationNames } from '../../../src/center/database/migrations/list.ts';
import { migrate } from '../../../src/center/database/migrations/migrate.ts';
import { openDatabase } from '../../../src/center/database/open.ts';
import { DatabaseRefused } from '../../../src/center/database/refused.ts';
import { defaultDatabase, type Store } from '../../../src/center/database/store.ts';
import { copyTemplate } from '../../harness/center.ts';
import { NEWER, saidOfNewer } from '../../harness/newer-program.ts';
import { temporaryFolder } from '../../harness/temporary.ts';
import { checkFailingStep, checkRollback } from './check-rollback.ts';

let path: string;
beforeEach(() => {
  path = join(temporaryFolder(), 'deep', 'center.db');
});

async function isRefused(said: RegExp) {
  const before = readFileSync(path);
  const error = await openDatabase(path, 0).then(
    () => undefined,
    one => one,
  );
  expect(error).toBeInstanceOf(DatabaseRefused);
  expect(error.message).toMatch(said);
  expect(readFileSync(path).equals(before)).toBe(true);
}

describe('opening a database', () => {
  test('creates it, for its owner alone, and finds it again', async () => {
    const first = await openDatabase(path, 5);
    expect(statSync(path).mode & 0o777).toBe(0o600);
    await first.write(db => db.updateTable('inbox').set({ name: 'Kept' }).where('id', '=', 1).execute());
    await first.close();
    const second = await openDatabase(path, 9);
    const rows = await second.read(db => db.selectFrom('inbox').select(['name', 'created_at']).execute());
    expect(rows[0]).toEqual({ name: 'Kept', created_at: 5 });
    await second.close();
  });

  test('makes it safe against a crash and enforces references', async () => {
    const store = await openDatabase(path, 0);
    const value = async (name: string) =>
      Object.values((await store.write(db => sql`pragma ${sql.raw(name)}`.execute(db))).rows[0] as object)[0];
    expect(await value('journal_mode')).toBe('wal');
    expect(await value('synchronous')).toBe(2);
    expect(await value('foreign_keys')).toBe(1);
    await store.close();
  });

  test('rewrites no search index beside a process that uses the file, only after one that was killed', async () => {
    const first = await openDatabase(path, 0);
    for (let rowid = 1; rowid < 5; rowid += 1)
      await first.write(db => sql`insert into search (rowid, words) values (${rowid}, 'parcel')`.execute(db));
    const segments = (store: Store) =>
      store.read(async db => (await sql`select distinct segid from search_idx`.execute(db)).rows.length);
    const before = await segments(first);
    const second = await openDatabase(path, 0);
    await second.close();
    expect(await segments(first)).toBe(before);
    const killed = `${path}-killed`;
    for (const end of ['', '-wal', '-shm']) copyFileSync(path + end, killed + end);
    await first.close();
    await (await openDatabase(killed, 0)).close();
    const third = await openDatabase(killed, 0);
    expect(await segments(third)).toBe(1);
    await third.close();
  });

  test('refuses a file that is not a database', async () => {
    await copyTemplate(path);
    writeFileSync(path, 'Dear diary, '.repeat(1_000));
    await isRefused(/not a database/);
  });

  test('refuses the database of another program', async () => {
    await copyTemplate(path);
    rmSync(path);
    const other = new DatabaseSync(path);
    other.exec('pragma journal_mode = wal; create table song (title text)');
    other.close();
    await isRefused(/another program/);
  });

  test('leaves another program’s file, its journal mode and its permissions unchanged', async () => {
    mkdirSync(dirname(path));
    const other = new DatabaseSync(path);
    other.exec('create table song (title text)');
    other.close();
    chmodSync(path, 0o644);
    await isRefused(/another program/);
    writeFileSync(path, 'Dear diary, '.repeat(1_000));
    await isRefused(/not a database/);
    expect(statSync(path).mode & 0o777).toBe(0o644);
  });

  test('refuses a path that is not a file, and leaves it unchanged', async () => {
    mkdirSync(dirname(path));
    execFileSync('mkfifo', ['-m', '666', path]);
    chmodSync(path, 0o666);
    const held = openSync(path, 'r+');
    await expect(openDatabase(path, 0)).rejects.toThrow(/it is not a file/);
    closeSync(held);
    expect(statSync(path).mode & 0o777).toBe(0o666);
  });

  test('creates no help center in an empty file, and says what to do', async () => {
    mkdirSync(dirname(path));
    writeFileSync(path, '');
    writeFileSync(`${path}-wal`, 'what was not carried over yet');
    await isRefused(/center\.db: the file is empty \(0 bytes\).*a copy from before.*delete the file/s);
    expect(readFileSync(`${path}-wal`, 'utf8')).toBe('what was not carried over yet');
    rmSync(path);
    rmSync(`${path}-wal`);
    await (await openDatabase(path, 0)).close();
  });

  test('makes its own file private to its owner again', async () => {
    await copyTemplate(path);
    chmodSync(path, 0o644);
    const store = await openDatabase(path, 0);
    for (const one of [path, `${path}-wal`, `${path}-shm`]) expect(statSync(one).mode & 0o777, one).toBe(0o600);
    await store.close();
  });

  test('refuses a database that a newer program wrote', async () => {
    await copyTemplate(path);
    const store = await openDatabase(path, 0);
    for (const text of NEWER) await store.write(db => sql.raw(text).execute(db));
    await store.close();
    await isRefused(saidOfNewer);
  });

  test('a database in memory can begin as a copy of a file', async () => {
    await (await openDatabase(path, 5)).close();
    const file = new DatabaseSync(path);
    file.exec(`update inbox set name = 'Kept'; pragma journal_mode = delete`);
    const memory = file.serialize();
    file.close();
    const store = await openDatabase(':memory:', 9, { ...defaultDatabase, memory });
    const rows = await store.read(db => db.selectFrom('inbox').select(['name', 'created_at']).execute());
    expect(rows).toEqual([1, 2].map(() => ({ name: 'Kept', created_at: 5 })));
    await store.close();
  });

  test('a step that fails leaves nothing of it behind', async () => {
    const store = await openDatabase(':memory:', 0);
    await checkFailingStep(store, () => migrate(store.reader, 'sqlite', 0));
    await store.close();
  });

  test('steps have names that sort', () => {
    expect(migrationNames).toEqual(migrationNames.toSorted());
  });
});

describe('a transaction', () => {
  test('that throws leaves nothing behind; a snapshot does not see uncommitted rows', async () => {
    await copyTemplate(path);
    const store = await openDatabase(path, 0);
    await checkRollback(store);
    await store.close();
  });

  test('writers of one process take turns', async () => {
    await copyTemplate(path);
    const store = await openDatabase(path, 0);
    await Promise.all(
      Array.from({ length: 50 }, () =>
        store.write(async db => {
          const { sort } = await db.selectFrom('inbox').select('sort').where('id', '=', 2).executeTakeFirstOrThrow();
          await db
            .updateTable('inbox')
            .set({ sort: sort + 1 })
            .where('id', '=', 2)
            .execute();
        }),
      ),
    );
    const row = await store.read(db => db.selectFrom('inbox').select('sort').where('id', '=', 2).executeTakeFirst());
    expect(row?.sort).toBe(51);
    await store.close();
  });

  test('refuses to store a Date or an object, which would silently be stored as nothing', async () => {
    const store = await openDatabase(':memory:', 0);
    for (const odd of [new Date(0), { a: 1 }, [1]])
      await expect(store.write(db => sql`select ${odd}`.execute(db))).rejects.toThrow(TypeError);
    await store.close();
  });
});
