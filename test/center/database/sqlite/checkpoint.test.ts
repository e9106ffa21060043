import { statSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { openDatabase } from '../../../../src/center/database/open.ts';
import { createCheckpoints, MANY_PAGES } from '../../../../src/center/database/sqlite/checkpoint.ts';
import { MAX_LOG_BYTES, openSqliteWriter, setUpWriter } from '../../../../src/center/database/sqlite/dialect.ts';
import type { Store } from '../../../../src/center/database/store.ts';
import { eventually } from '../../../harness/eventually.ts';
import { temporaryFolder } from '../../../harness/temporary.ts';

let path: string;
beforeEach(() => {
  path = join(temporaryFolder(), 'center.db');
});

/** How many pages the log holds, and how many of these the database file has too. */
function logOf(database: DatabaseSync): { log: number; checkpointed: number } {
  return database.prepare('pragma wal_checkpoint(noop)').get() as never;
}

function writeMuch(store: Store, pages: number) {
  return store.write(db =>
    db
      .insertInto('setting')
      .values({ key: 'much', value: 'x'.repeat(pages * 4_096) })
      .execute(),
  );
}

test('no commit checkpoints a long log; the next turn of the event loop does', async () => {
  const store = await openDatabase(path, 0);
  const other = new DatabaseSync(path);
  await writeMuch(store, MANY_PAGES * 2);
  const { log, checkpointed } = logOf(other);
  expect(log).toBeGreaterThan(MANY_PAGES);
  expect(checkpointed).toBe(0);
  await eventually(() => expect(logOf(other)).toMatchObject({ log, checkpointed: log }));
  other.close();
  await store.close();
});

test('a log that grows without a turn in between is checkpointed all the same', async () => {
  const store = await openDatabase(path, 0);
  const other = new DatabaseSync(path);
  for (let at = 0; at < 6; at += 1) {
    const value = 'x'.repeat(12_000_000);
    await store.write(db =>
      db
        .insertInto('setting')
        .values({ key: `${at}`, value })
        .execute(),
    );
  }
  const { checkpointed } = logOf(other);
  expect(checkpointed).toBeGreaterThan(0);
  other.close();
  await store.close();
});

test('a log that grew during a read is short again after it, without a restart', async () => {
  const store = await openDatabase(path, 0);
  const reader = new DatabaseSync(path);
  reader.exec('begin');
  reader.prepare('select count(*) from setting').get();
  await writeMuch(store, MANY_PAGES * 3);
  await new Promise(resolve => setImmediate(resolve));
  const size = () => statSync(`${path}-wal`).size;
  expect(size()).toBeGreaterThan(MANY_PAGES * 3 * 4_096);
  reader.exec('rollback');
  for (const value of ['one', 'two', 'three']) {
    await store.write(db => db.updateTable('setting').set({ value }).where('key', '=', 'much').execute());
    await new Promise(resolve => setImmediate(resolve));
  }
  expect(size()).toBeLessThanOrEqual(MAX_LOG_BYTES);
  reader.close();
  await store.close();
});

describe('by the clock', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  const begin = () => {
    const database = openSqliteWriter(path);
    setUpWriter(database, 8);
    database.exec('create table one (a)');
    return { database, checkpoints: createCheckpoints(database) };
  };

  test('a short log waits for a second, so that a few writes do not each write to the disk', () => {
    const { database, checkpoints } = begin();
    checkpoints.wrote();
    vi.advanceTimersByTime(900);
    checkpoints.wrote();
    expect(logOf(database).checkpointed).toBe(0);
    vi.advanceTimersByTime(100);
    const { log, checkpointed } = logOf(database);
    expect(checkpointed).toBe(log);
    database.close();
  });

  test('a transaction under way and a closed database are left alone', () => {
    const { database, checkpoints } = begin();
    checkpoints.wrote();
    database.exec('begin; insert into one values (1)');
    vi.advanceTimersByTime(5_000);
    database.exec('commit');
    expect(logOf(database).checkpointed).toBe(0);
    checkpoints.wrote();
    database.close();
    vi.advanceTimersByTime(5_000);
    checkpoints.wrote();
    expect(vi.getTimerCount()).toBe(0);
  });
});
