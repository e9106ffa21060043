import { existsSync } from 'node:fs';
import { constants, setPriority } from 'node:os';
import { resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Center } from '../../center/center.ts';
import type { Made } from '../../center/database/backup/write.ts';
import { isPostgres } from '../../center/database/postgres/address.ts';
import { erasureLines } from '../../center/model/erasure/line.ts';
import { lastBackup, rememberBackup } from '../../center/model/last-backup.ts';
import { byteSize } from '../../text/byte-size.ts';
import { counted, grouped } from '../../text/numbers.ts';
import { safeLine, t } from '../../text/safe.ts';
import { databasePath } from '../database-path.ts';
import { spareMemory } from '../desk/spare-memory.ts';
import { attachmentsFolder, orSentence, withCenter } from '../open-center.ts';
import { makeFolder } from '../paths.ts';
import { pipeThrough } from '../pipe-command.ts';
import type { Shell } from '../shell.ts';
import { exitCode, ShellError } from '../shell-error.ts';
import { versionText } from '../version.ts';
import { createProgress } from './progress.ts';

interface BackupFlags {
  readonly database?: string;
  readonly keep?: number;
  readonly verify?: boolean;
  readonly anew?: boolean;
}

/**
 * `frontdesk backup`: saves a help center at work in a folder, as of one moment. Exit code 1 if something of it is missing
 * or damaged; then nothing older is deleted.
 */
export async function backup(shell: Shell, named: string, flags: BackupFlags): Promise<number> {
  const [folder, database] = [resolve(named), databasePath(flags.database)];
  if (!isPostgres(database) && !existsSync(database))
    throw new ShellError(`There is no help center ${safeLine(database)}. Nothing was backed up.`, exitCode.failed);
  makeFolder(folder, 'another name');
  await spareMemory();
  // Agents come first.
  setPriority(constants.priority.PRIORITY_LOW);
  const { lockFolder } = await import('../../center/database/backup/lock.ts');
  const busy = `Another backup to ${folder} is running. Nothing was done; wait for it, or name another folder.`;
  const unlock = await orSentence((async () => lockFolder(folder, busy))());
  try {
    return await withCenter(shell, flags.database, center => backUpTo(shell, center, folder, flags));
  } finally {
    unlock();
  }
}

async function backUpTo(shell: Shell, center: Center, folder: string, flags: BackupFlags): Promise<number> {
  await requireSameDisk(center, folder, flags);
  const made = await save(shell, center, folder, flags);
  const { manifest, written, missing, damaged } = made;
  const rows = Object.values(manifest.tables).reduce((sum, part) => sum + part.rows, 0);
  shell.stdout.write(
    `${folder}/${made.name} has ${grouped(rows)} rows and ${counted(manifest.files.rows, t`attachment file`)}; ` +
      `${byteSize(written)} of it were new.\n`,
  );
  tellMissing(shell, made, attachmentsFolder(shell, databasePath(flags.database)));
  if (manifest.lost.length === 0) await remember(shell, center, { at: manifest.at, folder });
  for (const name of damaged)
    shell.stderr.write(`damaged: ${folder}/packs/${name.slice(0, 2)}/${name}; this backup has written it again\n`);
  const isWhole = missing.length === 0 && damaged.length === 0;
  if (!isWhole) shell.stderr.write('The backups from before are kept, and none was deleted.\n');
  else await pruneFolder(shell, folder, flags);
  return isWhole ? exitCode.done : exitCode.failed;
}

/** Refuses an empty folder in which backups were: a disk that is not mounted looks like that. */
async function requireSameDisk(center: Center, folder: string, { anew }: BackupFlags): Promise<void> {
  const { listBackups } = await import('../../center/database/backup/manifest.ts');
  const before = await center.read(({ db }) => lastBackup(db));
  if (anew || before?.folder !== folder || (await listBackups(folder)).length > 0) return;
  throw new ShellError(
    `The backups that were in ${folder} are gone. Nothing was done: look whether its disk is mounted, or begin anew ` +
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

async function save(shell: Shell, center: Center, folder: string, { verify }: BackupFlags): Promise<Made> {
  const { backUp } = await import('../../center/database/backup/write.ts');
  const { backup_command: encrypt, restore_command: decrypt } = shell.center ?? {};
  const progress = createProgress(shell.stderr, 'Backing up the help center', 'rows', () => performance.now());
  // What is deleted from now on belongs to the backup.
  const release = await center.context.files.hold();
  try {
    return await backUp(center.context.store, center.context.files, {
      folder,
      program: versionText(),
      now: shell.now(),
      encryption:
        encrypt === undefined
          ? undefined
          : {
              encrypt: pipeThrough('backup_command', encrypt),
              decrypt: decrypt === undefined ? undefined : pipeThrough('restore_command', decrypt),
            },
      isVerified: verify === true,
      onRows: (done, total) => progress.at(done, done / total),
      rest: createRest(),
    });
  } finally {
    progress.end();
    await release();
  }
}

const MAX_NAMED = 20;

function tellMissing({ stderr }: Shell, { missing, manifest }: Made, attachments: string): void {
  for (const hash of missing.slice(0, MAX_NAMED))
    stderr.write(
      `missing: ${attachments}/${hash} is not there or damaged; ${
        manifest.lost.includes(hash) ? 'the backup does not have it' : 'the backup still has it'
      }\n`,
    );
  if (missing.length > MAX_NAMED) stderr.write(`and ${grouped(missing.length - MAX_NAMED)} more\n`);
}

async function remember({ stderr }: Shell, center: Center, made: { at: number; folder: string }): Promise<void> {
  try {
    await center.write(work => rememberBackup(work, made));
    // The older backups know nothing of an erasure by a process that could not write here.
    const { erasuresIn, rememberErasure } = await import('../../center/database/backup/erasures.ts');
    const there = await erasuresIn(made.folder);
    const lines = (await center.read(({ db }) => erasureLines(db))).map(line => JSON.stringify(line));
    for (const line of lines) if (!there.includes(line)) await rememberErasure(made.folder, line);
  } catch {
    stderr.write('The database could not be written, so frontdesk doctor does not know of this backup.\n');
  }
}

async function pruneFolder({ stdout }: Shell, folder: string, { keep }: BackupFlags): Promise<void> {
  const { prune } = await import('../../center/database/backup/prune.ts');
  const { backups, packs } = await prune(folder, keep ?? Number.POSITIVE_INFINITY);
  if (backups > 0) stdout.write(`${counted(backups, t`older backup`)} and ${counted(packs, t`pack`)} were deleted.\n`);
}
