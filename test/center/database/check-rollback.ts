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
