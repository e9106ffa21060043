import type { Db } from '../database/tables.ts';
import { keepSetting, readSetting } from './setting.ts';
import type { Work } from './work.ts';

/** The newest whole backup of a help center. `at` in milliseconds since 1970. */
export interface LastBackup {
  readonly at: number;
  readonly folder: string;
}

/** The newest backup as it was remembered; undefined before the first. */
export async function lastBackup(db: Db): Promise<LastBackup | undefined> {
  const value = await readSetting(db, 'backup');
  return value === undefined ? undefined : (JSON.parse(value) as LastBackup);
}

/** Remembers a backup that was made. */
export function rememberBackup(work: Work, backup: LastBackup): Promise<void> {
  return keepSetting(work, 'backup', JSON.stringify(backup));
}
