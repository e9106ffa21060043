import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { copyStore } from '../../../../src/center/database/copy/store.ts';
import { openDatabase } from '../../../../src/center/database/open.ts';
import type { Store } from '../../../../src/center/database/store.ts';
import { temporaryFolder } from '../../../harness/temporary.ts';

async function open(name: string): Promise<Store> {
  const store = await openDatabase(join(temporaryFolder(), name), 5);
  onTestFinished(() => store.close());
  return store;
}

function addTeam(store: Store, name: string) {
  return store.write(db => db.insertInto('team').values({ name, created_at: 1, updated_at: 1 }).execute());
}

function teams(store: Store) {
  return store.read(db => db.selectFrom('team').select('name').execute());
}

test('a copy has every row, the secret and the initial rows exactly as in the original', async () => {
  const [from, to] = [await open('a.db'), await open('b.db')];
  await addTeam(from, 'Night shift');
  await from.write(db => db.updateTable('inbox').set({ name: 'Help' }).where('id', '=', 1).execute());
  const told: number[] = [];
  const tables = await copyStore(from, to, { onRows: async done => void told.push(done) });
  expect(tables.find(one => one.table === 'team')?.rows).toBe(1);
  expect(told.at(-1)).toBe(8);
  for (const table of ['setting', 'inbox', 'conversation_status', 'team'] as const) {
    const all = (store: Store) => store.read(db => db.selectFrom(table).selectAll().execute());
    expect(await all(to)).toEqual(await all(from));
  }
});

test('a time with a fraction of a millisecond, as earlier versions kept it, is copied in whole milliseconds', async () => {
  const [from, to] = [await open('a.db'), await open('b.db')];
  await from.write(db => db.insertInto('team').values({ name: 'Night', created_at: 1.9, updated_at: 2.5 }).execute());
  await copyStore(from, to);
  const rows = await to.read(db => db.selectFrom('team').select(['created_at', 'updated_at']).execute());
  expect(rows).toEqual([{ created_at: 1, updated_at: 2 }]);
});

/** A source with a team, to which others write as often as it is read. */
async function openChanging() {
  const from = await open('a.db');
  await addTeam(from, 'Night shift');
  const read: Store['read'] = work =>
    from.read(async db => {
      await addTeam(from, 'Day shift');
      const result = await work(db);
      await addTeam(from, 'Late shift');
      return result;
    });
  return { from, changing: { ...from, read } };
}

test('a source that is written to is copied as it was at one moment', async () => {
  const [{ changing }, to] = [await openChanging(), await open('b.db')];
  await copyStore(changing, to);
  expect(await teams(to)).toEqual([{ name: 'Night shift' }, { name: 'Day shift' }]);
});

test('a move of a source that is written to is refused, and the target stays empty', async () => {
  const [{ from, changing }, to] = [await openChanging(), await open('b.db')];
  await expect(copyStore(changing, to, { isMove: true })).rejects.toThrow(
    /written to while it was copied.*Nothing was kept/,
  );
  expect(await teams(to)).toEqual([]);
  await copyStore(from, to);
  expect(await teams(to)).toHaveLength(5);
});
