import type { Db } from '../database/tables.ts';

async function readSetting(db: Db, key: string): Promise<string> {
  const row = await db.selectFrom('setting').select('value').where('key', '=', key).executeTakeFirstOrThrow();
  return row.value;
}

/** The secret of this help center, made with its database: it signs cursors. */
export function readSecret(db: Db): Promise<string> {
  return readSetting(db, 'cursor_secret');
}

/** The secret that signs the Message-IDs of mail that this help center sends. */
export function readMailSecret(db: Db): Promise<string> {
  return readSetting(db, 'mail_secret');
}
