import { sql } from 'kysely';
import { expect } from 'vitest';
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

/**
 * A step that fails in its middle: what it had changed by then is as before. `upgrade` takes the steps that are due;
 * `reopen` returns the store of afterwards.
 */
export async function checkFailingStep(
  store: Store,
  upgrade: () => Promise<unknown>,
  reopen = async () => store,
): Promise<void> {
  const indexes = async ({ kind, read }: Store) => {
    const { rows } = await read(db =>
      kind === 'sqlite'
        ? sql<{ name: string }>`select name from sqlite_schema where name like 'conversation!_%' escape '!'`.execute(db)
        : sql<{ name: string }>`select indexname as name from pg_indexes where tablename = 'conversation'`.execute(db),
    );
    return rows.map(({ name }) => name);
  };
  const before = await indexes(store);
  await store.write(async db => void (await sql`delete from kysely_migration where name >= '0059'`.execute(db)));
  // It drops indexes, then finds no column to drop. On PostgreSQL the migrator asks once more, and hears that all is over.
  await expect(upgrade()).rejects.toThrow(/shelf|transaction is aborted/);
  expect(await indexes(await reopen())).toEqual(before);
  expect(before).toContain('conversation_by_time');
}
