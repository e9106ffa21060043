import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { openSqliteWriter, setUpWriter } from '../../../../src/center/database/sqlite/dialect.ts';
import { createForgetting } from '../../../../src/center/database/sqlite/forgetting.ts';
import { temporaryFolder } from '../../../harness/temporary.ts';

const SECRET = 'quaxelbrot';

let path: string;
let database: DatabaseSync;
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  path = join(temporaryFolder(), 'center.db');
  database = openSqliteWriter(path);
  setUpWriter(database, 8);
  database.exec(`create virtual table search using fts5(words, detail = none, tokenize = 'ascii', prefix = '1 2 3')`);
  const insert = database.prepare('insert into search (rowid, words) values (?, ?)');
  for (let at = 1; at < 50; at += 1) insert.run(at, `one ${at} ${SECRET}${at}`);
});
afterEach(() => {
  vi.useRealTimers();
  if (database.isOpen) database.close();
});

function isThere() {
  return [path, `${path}-wal`].some(one => readFileSync(one).includes(SECRET));
}
function deleteAll() {
  return database.exec(`update search set words = 'two'`);
}
/** Lets the steps that are due be taken. */
async function pass(ms: number) {
  vi.advanceTimersByTime(ms);
  for (let turn = 0; turn < 20; turn += 1) await new Promise(resolve => setImmediate(resolve));
}

test('deleted words leave the index and the log after a second, and nothing waits after that', async () => {
  const { forget } = createForgetting(database);
  deleteAll();
  forget();
  await pass(900);
  expect(isThere()).toBe(true);
  await pass(200);
  await pass(2_000);
  expect(isThere()).toBe(false);
  expect(statSync(`${path}-wal`).size).toBe(0);
  expect(vi.getTimerCount()).toBe(0);
  expect(database.prepare('select count(*) as n from search where search match ?').get('two')).toEqual({ n: 49 });
});

test('a reader of an older state, or a transaction under way, only delays this', async () => {
  const { forget } = createForgetting(database);
  const reader = new DatabaseSync(path, { readOnly: true });
  reader.exec('begin; select * from search');
  deleteAll();
  database.exec('begin immediate');
  forget();
  await pass(5_000);
  database.exec('commit');
  await pass(5_000);
  expect(isThere()).toBe(true);
  reader.close();
  for (let turn = 0; turn < 8; turn += 1) await pass(60_000);
  expect(isThere()).toBe(false);
});

test('words that no merge would reach leave the index too: deleted ones in segments of one level', async () => {
  const { clear } = createForgetting(database);
  // What merges left behind: several levels, and the only segments, small ones, on the lowest.
  database.exec(
    `insert into search (search, rank) values ('automerge', 0); insert into search (search) values ('optimize')`,
  );
  deleteAll();
  database.exec(`insert into search (search) values ('optimize'); delete from search`);
  database.exec(`begin; insert into search (rowid, words) values (1, '${SECRET}'); delete from search; commit`);
  const cleared = clear();
  await pass(60_000);
  await pass(60_000);
  await cleared;
  expect(isThere()).toBe(false);
});

test('closing finishes the work that is due', () => {
  const { forget, close } = createForgetting(database);
  deleteAll();
  forget();
  close();
  expect(isThere()).toBe(false);
});
