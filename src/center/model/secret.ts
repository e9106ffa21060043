import type { Db } from '../database/tables.ts';

/** The secret of this help center, made with its database: it signs cursors. */
export async function readSecret(db: Db): Promise<string> {
  const row = await db
    .selectFrom('setting')
    .select('value')
    .where('key', '=', 'cursor_secret')
    .executeTakeFirstOrThrow();
  return row.value;
}
