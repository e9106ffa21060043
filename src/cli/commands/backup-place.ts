import { accessSync, constants, readdirSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Center } from '../../center/center.ts';
import type { Encryption } from '../../center/database/backup/stored.ts';
import { type BackupFolder, rememberFolder } from '../../center/model/backup-folders.ts';
import { databasePath } from '../database-path.ts';
import type { FlagsOf } from '../declared/commands.ts';
import { attachmentsFolder, orSentence } from '../open-center.ts';
import { makeFolder } from '../paths.ts';
import { pipeThrough } from '../pipe-command.ts';
import type { Shell } from '../shell.ts';

/** The flags of `frontdesk backup`. */
export type BackupFlags = FlagsOf<'backup'>;

/** Whether something can be written to a folder: on a disk for reading alone, nothing changes meanwhile. */
export function isWritable(folder: string): boolean {
  try {
    accessSync(folder, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}

/** Records the facts about a folder of backups. Returns whether that could be written. */
export async function remember(
  { stderr }: Shell,
  center: Center,
  folder: string,
  what: Partial<BackupFolder>,
): Promise<boolean> {
  try {
    await center.write(work => rememberFolder(work, folder, what));
    return true;
  } catch {
    stderr.write('The database could not be written, so frontdesk doctor does not know of this.\n');
    return false;
  }
}

/** Keeps other processes from a folder of backups meanwhile. An error of the system becomes a sentence about it. */
export async function inLocked<T>(folder: string, work: () => Promise<T>): Promise<T> {
  const [{ lockFile }, { inFolder }] = await Promise.all([
    import('../../center/database/backup/lock.ts'),
    import('../../center/database/backup/folder.ts'),
  ]);
  const busy = `Another backup to ${folder} is running. Nothing was done; wait for it, or name another folder.`;
  const unlock = await orSentence((async () => lockFile(join(folder, 'lock'), busy))());
  try {
    return await inFolder(folder, work);
  } finally {
    unlock();
  }
}

/** How backups are encrypted by the settings; undefined if they are not. */
export function encryptionOf({ center }: Shell): Encryption | undefined {
  const { backup_command: encrypt, restore_command: decrypt } = center ?? {};
  if (encrypt === undefined) return undefined;
  return {
    encrypt: pipeThrough('backup_command', encrypt),
    decrypt: decrypt === undefined ? undefined : pipeThrough('restore_command', decrypt),
  };
}

/** Where a database is in the clear for a while: beside the backups, or beside the help center if that must not be. */
export function scratchBeside(shell: Shell, folder: string, flags: BackupFlags, isEncrypted: boolean): string {
  if (!isEncrypted && isWritable(folder)) return join(folder, 'unfinished');
  return `${resolve(attachmentsFolder(shell, databasePath(flags.database)))}.unfinished`;
}

/**
 * Makes a folder for unfinished work, and removes it with all its contents at the end. A killed process leaves it to
 * the next one.
 */
export async function withScratch<T>(scratch: string, work: (scratch: string) => Promise<T>): Promise<T> {
  const { lockFile } = await import('../../center/database/backup/lock.ts');
  makeFolder(scratch, '--database');
  const busy = `Another backup or restore works in ${scratch}. Nothing was done; wait for it.`;
  const unlock = lockFile(join(scratch, 'lock'), busy);
  try {
    for (const name of readdirSync(scratch))
      if (name !== 'lock') rmSync(join(scratch, name), { recursive: true, force: true });
    return await work(scratch);
  } finally {
    remove(scratch);
    unlock();
  }
}

/** A disk that fails has failed the work before, which says so. */
function remove(scratch: string): void {
  try {
    rmSync(scratch, { recursive: true, force: true });
  } catch {
    // The next one removes it.
  }
}
