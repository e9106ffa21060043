import type { Db } from '../database/tables.ts';
import { keepSetting, readSetting } from './setting.ts';
import type { Work } from './work.ts';

/** A folder that the help center was backed up to. Times in milliseconds since 1970. */
export interface BackupFolder {
  readonly folder: string;
  /** When its newest whole backup was made. */
  readonly at: number;
  /** When it was last verified and found whole. */
  readonly provenAt?: number;
  /** It was not there during an erasure: a restore from it would bring the person back. */
  readonly isUntold?: boolean;
}

/** The folders from the value of the setting. */
export function foldersIn(value: string | undefined): readonly BackupFolder[] {
  return value === undefined ? [] : (JSON.parse(value) as BackupFolder[]);
}

/** All folders that the help center was ever backed up to, the newest backup first. */
export async function backupFolders(db: Db): Promise<readonly BackupFolder[]> {
  return foldersIn(await readSetting(db, 'backup_folders'));
}

/** Keeps these folders in place of those that were known. */
export function keepFolders(work: Work, folders: readonly BackupFolder[]): Promise<void> {
  const newestFirst = folders.toSorted((one, other) => other.at - one.at);
  return keepSetting(work, 'backup_folders', JSON.stringify(newestFirst));
}

/** Remembers something of a folder. */
export async function rememberFolder(work: Work, folder: string, what: Partial<BackupFolder>): Promise<void> {
  const known = await backupFolders(work.db);
  const before = known.find(one => one.folder === folder);
  await keepFolders(work, [...known.filter(one => one !== before), { at: 0, ...before, folder, ...what }]);
}

/** Forgets a folder that is gone for good. */
export async function forgetFolder(work: Work, folder: string): Promise<void> {
  await keepFolders(
    work,
    (await backupFolders(work.db)).filter(one => one.folder !== folder),
  );
}

/** The warning about a folder that does not know of an erasure. */
export function untoldWords(folder: string): string {
  return `${folder} was not told what was erased: mount it and run frontdesk backup --erasures ${folder}`;
}
