import type { Db } from '../database/tables.ts';

/** Reads one row; rejects if the database cannot be read. */
export async function checkReadable(db: Db): Promise<void> {
  await db.selectFrom('setting').select('key').limit(1).execute();
}
