import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { openDatabase } from '../../../../src/center/database/open.ts';
import { openReadOnly } from '../../../../src/center/database/sqlite/open-read-only.ts';
import { defaultDatabase } from '../../../../src/center/database/store.ts';
import { temporaryFolder } from '../../../harness/temporary.ts';

/** A file that nobody has open, and what another program does with it. */
async function closedFile() {
  const path = join(temporaryFolder(), 'center.db');
  await (await openDatabase(path, 0)).close();
  const change = (text: string) => {
    const other = new DatabaseSync(path);
    other.exec(`pragma journal_mode = delete; ${text}`);
    other.close();
  };
  return { path, change };
}

test('a file that is open for reading is read, and every write to it fails', async () => {
  const { path } = await closedFile();
  const store = await openReadOnly(path, defaultDatabase);
  expect(await store.read(db => db.selectFrom('inbox').select('slug').orderBy('slug').execute())).toEqual([
    { slug: 'inbox' },
    { slug: 'spam' },
  ]);
  await expect(store.write(async () => undefined)).rejects.toThrow('open for reading alone');
  await store.close();
});

test('data that was read while another program wrote is given up, because no lock prevented the write', async () => {
  const { path, change } = await closedFile();
  const store = await openReadOnly(path, defaultDatabase);
  const reading = store.read(async db => {
    change(`update inbox set name = 'Other'`);
    return db.selectFrom('inbox').select('name').execute();
  });
  await expect(reading).rejects.toThrow('was written while it was read');
  await store.close();
});

test('a file of an older version is refused, because it cannot be upgraded', async () => {
  const { path, change } = await closedFile();
  change('delete from kysely_migration where name = (select max(name) from kysely_migration)');
  await expect(openReadOnly(path, defaultDatabase)).rejects.toThrow('of an older version, and cannot be upgraded');
});

test('a file of another program is refused', async () => {
  const path = join(temporaryFolder(), 'other.db');
  const other = new DatabaseSync(path);
  other.exec('create table other (id integer)');
  other.close();
  await expect(openReadOnly(path, defaultDatabase)).rejects.toThrow('another program');
});
