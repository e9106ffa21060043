import { sql } from 'kysely';
import { expect } from 'vitest';
import { migrate } from '../../../src/center/database/migrations/migrate.ts';
import type { Store } from '../../../src/center/database/store.ts';

/** A transaction that throws leaves nothing behind, and a snapshot does not see its uncommitted rows. */
export async function checkRollback(store: Store): Promise<void> {
  const names = () => store.read(db => db.selectFrom('inbox').select('name').orderBy('id').execute());
  const before = await names();
  const failing = store.write(async db => {
    await db.updateTable('inbox').set({ name: 'Lost' }).execute();
    expect(await names()).toEqual(before);
    throw new Error('no');
  });
  await expect(failing).rejects.toThrow('no');
  expect(await names()).toEqual(before);
}

/** A step that fails in its middle: what it had changed by then is as before. */
export async function checkFailingStep(store: Store): Promise<void> {
  await store.write(async db => {
    await sql`insert into agent (name, email, email_key, role, read_floor, created_at, updated_at)
      values ('Ana', 'a@x', 'a@x', 'admin', 7, 1, 1)`.execute(db);
    await sql`delete from kysely_migration where name >= '0034'`.execute(db);
  });
  // It sets `read_floor`, then finds no column to rename.
  await expect(migrate(store.reader, store.kind, 0)).rejects.toThrow(/read_since/);
  const { rows } = await store.read(db => sql`select read_floor from agent`.execute(db));
  expect(rows).toEqual([{ read_floor: 7 }]);
}
