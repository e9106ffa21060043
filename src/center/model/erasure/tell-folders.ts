import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Db } from '../../database/tables.ts';
import { backupFolders, keepFolders, untoldWords } from '../backup-folders.ts';
import { readSetting } from '../setting.ts';
import type { Work } from '../work.ts';
import { erasureLines, isSameErasure } from './line.ts';

/** Tells a folder of backups all that was erased: none of them is restored without it. Returns how much was new to it. */
export async function tellFolder(db: Db, folder: string): Promise<number> {
  const { tellLedger } = await import('../../database/backup/ledger.ts');
  return tellLedger(folder, await erasureLines(db), isSameErasure);
}

/** Whether a folder has a ledger: a disk that is not mounted leaves an empty folder. */
function isThere(folder: string): boolean {
  return existsSync(join(folder, 'erasures.ndjson'));
}

/**
 * Records the erasures in all folders that the help center was ever backed up to. Returns those that could be written.
 */
export async function tellFolders(db: Db): Promise<ReadonlySet<string>> {
  const told = new Set<string>();
  for (const { folder } of await backupFolders(db))
    try {
      if (!isThere(folder)) continue;
      await tellFolder(db, folder);
      told.add(folder);
    } catch {
      // The folder is remembered as behind, and `doctor` names it. Neither the erasure nor the other folders wait for
      // it.
    }
  return told;
}

/** Remembers which folders know of all erasures. */
export async function rememberTold(work: Work, told: ReadonlySet<string>): Promise<void> {
  const folders = await backupFolders(work.db);
  if (folders.length > 0)
    await keepFolders(
      work,
      folders.map(one => ({ ...one, isUntold: !told.has(one.folder) })),
    );
}

/** The places where parts of erased people stay for now, why, and what to do: a sentence each. */
export async function remainsOf(db: Db): Promise<string[]> {
  const shared = await readSetting(db, 'files_shared');
  const untold = (await backupFolders(db)).filter(({ isUntold }) => isUntold);
  return [...untold.map(({ folder }) => untoldWords(folder)), ...(shared ? [shared] : [])];
}
