import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Center } from '../../center/center.ts';
import type { WrittenBackup } from '../../center/database/backup/write.ts';
import { isPostgres } from '../../center/database/postgres/address.ts';
import {
  type BackupFolder,
  backupFolders,
  forgetFolder,
  rememberFolder,
  untoldWords,
} from '../../center/model/backup-folders.ts';
import { tellFolder } from '../../center/model/erasure/tell-folders.ts';
import { byteSize } from '../../text/byte-size.ts';
import { counted, grouped } from '../../text/numbers.ts';
import { safeLine, t } from '../../text/safe.ts';
import { databasePath } from '../database-path.ts';
import { spareMemory } from '../desk/spare-memory.ts';
import { lowerPriority } from '../low-priority.ts';
import { withCenter } from '../open-center.ts';
import { makeFolder } from '../paths.ts';
import type { Shell } from '../shell.ts';
import { exitCode, ShellError } from '../shell-error.ts';
import { versionText } from '../version.ts';
import { type BackupFlags, encryptionOf, inLocked, remember, scratchBeside, withScratch } from './backup-place.ts';

/**
 * `frontdesk backup`: saves a help center at work in a folder, as of one moment. Exit code 1 if a part is missing or
 * damaged; then nothing older is deleted. With `--verify` it reads a folder instead, and with `--erasures` it records
 * erasures in one.
 */
export async function backup(shell: Shell, named: string | undefined, flags: BackupFlags): Promise<number> {
  if (flags.verify) return (await import('./backup-verify.ts')).verifyBackups(shell, named, flags);
  if (flags.restore) throw new ShellError('--restore belongs to --verify: frontdesk backup --verify --restore.');
  if (named === undefined) throw new ShellError('Name the folder of the backups: frontdesk backup <folder>.');
  const [folder, database] = [resolve(named), databasePath(flags.database)];
  if (!isPostgres(database) && !existsSync(database))
    throw new ShellError(`There is no help center ${safeLine(database)}. Nothing was backed up.`, exitCode.failed);
  if (flags.erasures) return withCenter(shell, flags.database, center => recordErasures(shell, center, folder, flags));
  makeFolder(folder, 'another name');
  await spareMemory();
  // Agents come first.
  lowerPriority();
  const work = (center: Center) => inLocked(folder, () => backUpTo(shell, center, folder, flags));
  return withCenter(shell, flags.database, work, { orReadOnly: true });
}

async function backUpTo(shell: Shell, center: Center, folder: string, flags: BackupFlags): Promise<number> {
  const known = await center.read(({ db }) => backupFolders(db));
  await requireSameDisk(known, folder, flags);
  // First, so that the folder learns of erasures even if this process is killed right after the backup.
  const isRemembered = await remember(shell, center, folder, {});
  const made = await save(shell, center, folder, flags);
  const { manifest, written, missing } = made;
  const rows = Object.values(manifest.rows).reduce((sum, count) => sum + count, 0);
  shell.stdout.write(
    `${folder}/${made.name} has ${grouped(rows)} rows and ${counted(manifest.attachments.length, t`attachment file`)}; ` +
      `${byteSize(written)} of it were new.\n`,
  );
  tellMissing(shell, made, center.context.files.place());
  // The older backups know nothing of an erasure while the folder was not there.
  await center.read(({ db }) => tellFolder(db, folder));
  const at = manifest.lost.length === 0 && { at: manifest.at };
  if (isRemembered) await remember(shell, center, folder, { isUntold: false, ...at });
  tellUntold(shell, known, folder);
  const isWhole = missing.length === 0;
  if (!isWhole) shell.stderr.write('The backups from before are kept, and none was deleted.\n');
  else if (flags.keep !== undefined) await pruneFolder(shell, folder, flags.keep);
  return isWhole ? exitCode.done : exitCode.failed;
}

/** Refuses an empty folder in which backups were: a disk that is not mounted looks like that. */
async function requireSameDisk(known: readonly BackupFolder[], folder: string, { anew }: BackupFlags): Promise<void> {
  const { listBackups } = await import('../../center/database/backup/manifest.ts');
  const isKnown = known.some(one => one.folder === folder && one.at > 0);
  if (anew || !isKnown || (await listBackups(folder)).length > 0) return;
  throw new ShellError(
    `The backups that were in ${folder} are gone. Nothing was done: check that its disk is mounted, or start again ` +
      'there with --anew.',
    exitCode.failed,
  );
}

/** The rest after each work, so that agents wait for nothing: as long as the work took. */
function createRest(): (tookMs: number) => Promise<void> {
  let owedMs = 0;
  return async tookMs => {
    owedMs += tookMs;
    if (owedMs < 20) return;
    await sleep(owedMs);
    owedMs = 0;
  };
}

async function save(shell: Shell, center: Center, folder: string, flags: BackupFlags): Promise<WrittenBackup> {
  const { backUp } = await import('../../center/database/backup/write.ts');
  const encryption = encryptionOf(shell);
  const { store, files } = center.context;
  // Files that are deleted from now on belong to the backup.
  const release = await files.hold();
  const options = { folder, program: versionText(), now: shell.now(), encryption, rest: createRest() };
  return withScratch(scratchBeside(shell, folder, flags, encryption !== undefined), scratch =>
    backUp(store, files, { ...options, scratch }),
  ).finally(release);
}

const MAX_NAMED = 20;

function tellMissing({ stderr }: Shell, { missing, manifest }: WrittenBackup, place: string): void {
  for (const hash of missing.slice(0, MAX_NAMED))
    stderr.write(
      `missing: ${hash} in ${place} is not there or damaged; ${
        manifest.lost.includes(hash) ? 'the backup does not have it' : 'the backup still has it'
      }\n`,
    );
  if (missing.length > MAX_NAMED) stderr.write(`and ${grouped(missing.length - MAX_NAMED)} more\n`);
}

/** Other folders that do not know of all erasures. */
function tellUntold({ stderr }: Shell, known: readonly BackupFolder[], folder: string): void {
  for (const one of known)
    if (one.isUntold && one.folder !== folder) stderr.write(`${safeLine(untoldWords(one.folder))}\n`);
}

async function pruneFolder({ stdout }: Shell, folder: string, keep: number): Promise<void> {
  const { prune } = await import('../../center/database/backup/prune.ts');
  const { backups, attachments } = await prune(folder, keep);
  if (backups > 0)
    stdout.write(
      `${counted(backups, t`older backup`)} and ${counted(attachments, t`attachment file`)} were deleted.\n`,
    );
}

/** `frontdesk backup --erasures`: records missed erasures in a folder that was away, or forgets it. */
async function recordErasures(
  { stdout }: Shell,
  center: Center,
  folder: string,
  { anew }: BackupFlags,
): Promise<number> {
  if (anew) {
    await center.write(work => forgetFolder(work, folder));
    stdout.write(`${folder} is forgotten: it is told of no erasure any more.\n`);
    return exitCode.done;
  }
  const added = await center.read(({ db }) => tellFolder(db, folder));
  await center.write(work => rememberFolder(work, folder, { isUntold: false }));
  stdout.write(`${folder} knows all erasures; ${added} of them ${added === 1 ? 'was' : 'were'} new to it.\n`);
  return exitCode.done;
}
