import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { openDatabase } from '../../../../src/center/database/open.ts';
import { REBUILD_DUE } from '../../../../src/center/database/sqlite/rebuild-due.ts';
import { temporaryFolder } from '../../../harness/temporary.ts';

/** A database whose file has room that is no longer used. */
async function withRoom(isDue: boolean): Promise<string> {
  const path = join(temporaryFolder(), 'center.db');
  await (await openDatabase(path, 0)).close();
  const database = new DatabaseSync(path);
  database.exec('create table filler (text text)');
  const insert = database.prepare('insert into filler values (?)');
  for (let at = 0; at < 500; at += 1) insert.run('x'.repeat(4_000));
  database.exec('drop table filler');
  if (isDue) database.prepare('insert into setting values (?, ?)').run(REBUILD_DUE, '1');
  database.close();
  return path;
}

function isDue(path: string): boolean {
  const database = new DatabaseSync(path, { readOnly: true });
  const row = database.prepare('select 1 from setting where key = ?').get(REBUILD_DUE);
  database.close();
  return row !== undefined;
}

test('a file is rewritten once when it is closed after an erasure', async () => {
  const path = await withRoom(true);
  const before = statSync(path).size;
  await (await openDatabase(path, 0)).close();
  expect(statSync(path).size).toBeLessThan(before - 1_000_000);
  expect(isDue(path)).toBe(false);
  expect(readFileSync(path).subarray(0, 15).toString()).toBe('SQLite format 3');
});

test('it is left as it is without an erasure, and while another process uses it', async () => {
  const plain = await withRoom(false);
  const before = statSync(plain).size;
  await (await openDatabase(plain, 0)).close();
  expect(statSync(plain).size).toBe(before);

  const used = await withRoom(true);
  const other = new DatabaseSync(used);
  other.exec('begin immediate');
  await (await openDatabase(used, 0)).close();
  other.exec('rollback');
  expect(statSync(used).size).toBe(before);
  other.close();
  expect(isDue(used)).toBe(true);
  await (await openDatabase(used, 0)).close();
  expect(isDue(used)).toBe(false);
});
