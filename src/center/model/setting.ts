import { prepare } from '../database/prepare.ts';
import { keepRow } from '../database/rows.ts';
import type { REBUILD_DUE } from '../database/sqlite/rebuild-due.ts';
import type { Db } from '../database/tables.ts';
import type { Work } from './work.ts';

/** The facts that a help center keeps about itself. */
type Key =
  | 'cursor_secret'
  | 'mail_secret'
  | 'mail_home'
  | 'mail_unanswered'
  | 'sample_conversations'
  | 'numbers_unfilled'
  | 'backup_folders'
  | 'files_shared'
  | 'epoch'
  | 'relay_takes_utf8'
  | typeof REBUILD_DUE;

const settingOf = prepare(1, (db, key: Key) => db.selectFrom('setting').select('value').where('key', '=', key));

/** The value of a setting, or undefined. */
export async function readSetting(db: Db, key: Key): Promise<string | undefined> {
  return (await settingOf(db, key))[0]?.value;
}

/** Keeps a setting, in place of its former value. */
export function keepSetting({ db }: Work, key: Key, value: string): Promise<void> {
  return keepRow(db, 'setting', { key }, { value });
}

/** The secret of this help center, made with its database: it signs cursors. */
export async function readSecret(db: Db): Promise<string> {
  return (await readSetting(db, 'cursor_secret'))!;
}

/** The secret that signs the Message-IDs of mail that this help center sends. */
export async function readMailSecret(db: Db): Promise<string> {
  return (await readSetting(db, 'mail_secret'))!;
}

/** The place of the database when mail first came in, or when `frontdesk mail queue resume` set it; undefined before the first mail. */
export function mailHome(db: Db): Promise<string | undefined> {
  return readSetting(db, 'mail_home');
}

/** Sets the place of the database at which mail comes in. */
export function setMailHome(work: Work, home: string): Promise<void> {
  return keepSetting(work, 'mail_home', home);
}

/** Whether mail comes in at this place, which is recorded if none is yet. A copy of the database is at another place. */
export async function isMailHome(work: Work, home: string): Promise<boolean> {
  const known = await mailHome(work.db);
  if (known === undefined) await setMailHome(work, home);
  return known === undefined || known === home;
}
