import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import type { Center } from '../../center/center.ts';
import type { LoadOptions } from '../../center/database/backup/load.ts';
import type { Listed, Manifest } from '../../center/database/backup/manifest.ts';
import { isPostgres } from '../../center/database/postgres/address.ts';
import { DatabaseRefused } from '../../center/database/refused.ts';
import { beginAnew } from '../../center/model/begin-anew.ts';
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

interface RestoreFlags {
  readonly database?: string;
  readonly at?: string;
}

/**
 * `frontdesk restore`: makes a help center of a backup, where none is. It is made beside its place and put there as a
 * whole, so that what is refused or killed leaves nothing that could be taken for a help center.
 */
export async function restore(shell: Shell, named: string, flags: RestoreFlags): Promise<number> {
  const [folder, database] = [resolve(named), databasePath(flags.database)];
  await spareMemory();
  await requireNothing(shell, database);
  return orSentence(
    (async () => {
      const { readManifest } = await import('../../center/database/backup/manifest.ts');
      const chosen = await chooseBackup(folder, flags);
      return withOlder(folder, chosen, async () => {
        const options = loading(shell, folder, await readManifest(folder, chosen));
        return beside(shell, database, scratch => restoreTo(shell, { database, scratch, ...options }));
      });
    })(),
  );
}

async function requireNothing(shell: Shell, database: string): Promise<void> {
  if (isPostgres(database)) {
    const { requireEmpty } = await import('../../center/database/copy/store.ts');
    await withCenter(shell, database, to => to.context.store.read(requireEmpty));
  } else if (existsSync(database))
    throw new ShellError(
      `There is a file ${safeLine(database)} already. Nothing was restored: name a new one with --database.`,
      exitCode.failed,
    );
}

/** The newest backup, or the newest that is not after the time that is given. */
async function chooseBackup(folder: string, { at }: RestoreFlags): Promise<Listed> {
  const { listBackups, readManifest, timeWords } = await import('../../center/database/backup/manifest.ts');
  // A time without a fraction means all of its second.
  const restMs = at?.includes('.') ? 0 : 999;
  const until = at === undefined ? Number.POSITIVE_INFINITY : Date.parse(at) + restMs;
  if (Number.isNaN(until))
    throw new ShellError(`--at takes a time such as 2026-11-27T03:00:00Z, not ${safeLine(at!)}.`);
  const all = await listBackups(folder);
  if (at === undefined && all.length > 0) return all.at(-1)!;
  let oldest: Manifest | undefined;
  for (const one of all.toReversed()) {
    // A damaged one does not hide those before it.
    const manifest = await readManifest(folder, one).catch(() => undefined);
    if (manifest && manifest.at <= until) return one;
    oldest = manifest ?? oldest;
  }
  const what = oldest
    ? `${folder} has no backup from before then; the oldest is of ${timeWords(oldest)}`
    : `There is no backup in ${folder}`;
  throw new ShellError(`${what}. Nothing was restored.`, exitCode.failed);
}

function loading(shell: Shell, folder: string, manifest: Manifest): LoadOptions {
  const command = shell.center?.restore_command;
  if (manifest.isEncrypted && command === undefined)
    throw new ShellError(
      'The backup is encrypted. Nothing was restored: set restore_command in [center] of the settings to the command ' +
        'that decrypts it.',
      exitCode.failed,
    );
  return {
    ...{ folder, manifest, program: versionText(), now: shell.now() },
    decrypt: manifest.isEncrypted ? pipeThrough('restore_command', command!) : undefined,
  };
}

/** Makes a folder beside the place of the help center, and removes it at the end. A killed restore leaves it to the next. */
async function beside(shell: Shell, database: string, work: (scratch: string) => Promise<number>): Promise<number> {
  const { lockFolder } = await import('../../center/database/backup/lock.ts');
  const place = isPostgres(database) ? attachmentsFolder(shell, database) : database;
  const scratch = `${resolve(place)}.restoring`;
  makeFolder(scratch, '--database');
  const unlock = lockFolder(scratch, `Another restore works in ${scratch}. Nothing was done; wait for it.`);
  try {
    for (const name of ['new', 'attachments']) rmSync(join(scratch, name), { recursive: true, force: true });
    return await work(scratch);
  } finally {
    rmSync(scratch, { recursive: true, force: true });
    unlock();
  }
}

/** If the backup is damaged, names the newest older one that is whole. */
async function withOlder<T>(folder: string, chosen: Listed, work: () => Promise<T>): Promise<T> {
  const [{ DamagedBackup, listBackups, readManifest }, { damagedPacks }] = await Promise.all([
    import('../../center/database/backup/manifest.ts'),
    import('../../center/database/backup/pack-reader.ts'),
  ]);
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof DamagedBackup)) throw error;
    const older = (await listBackups(folder)).filter(({ number }) => number < chosen.number);
    for (const one of older.reverse()) {
      const manifest = await readManifest(folder, one).catch(() => undefined);
      if (manifest === undefined || (await damagedPacks(folder, manifest)).length > 0) continue;
      throw new DatabaseRefused(
        `${error.message} Nothing was restored. An older one is whole: --at ${new Date(manifest.at).toISOString()}`,
      );
    }
    throw new DatabaseRefused(`${error.message} Nothing was restored, and no older backup in ${folder} is whole.`);
  }
}

interface Restoring extends LoadOptions {
  readonly database: string;
  readonly scratch: string;
}

async function restoreTo(shell: Shell, restoring: Restoring): Promise<number> {
  const { database, scratch, manifest } = restoring;
  const { loadBackup, loadFiles } = await import('../../center/database/backup/load.ts');
  const progress = createProgress(shell.stderr, 'Restoring the help center', 'rows', () => performance.now());
  mkdirSync(join(scratch, 'new'));
  const file = join(scratch, 'new', 'center.db');
  const onRows = (done: number, total: number) => progress.at(done, done / total);
  await loadBackup(file, { ...restoring, onRows }).finally(progress.end);
  await loadFiles(join(scratch, 'new', 'attachments'), restoring);
  const { erasuresIn } = await import('../../center/database/backup/erasures.ts');
  const erasures = await erasuresIn(restoring.folder);
  await onScratch(shell, file, async center => {
    await center.write(beginAnew);
    await eraseAll(center, erasures);
  });
  if (erasures.length > 0) (await import('../../center/database/backup/rebuild.ts')).rebuild(file);
  await publish(shell, restoring, file);
  return tell(shell, database, manifest);
}

/** Erases again what was erased after the backup: these lines of JSON tell it. */
async function eraseAll({ context }: Center, lines: readonly string[]): Promise<void> {
  const { eraseAgain } = await import('../../center/model/erasure/again.ts');
  for (const line of lines) await eraseAgain(context, JSON.parse(line));
  if (lines.length > 0) await context.store.clear();
}

/** Opens the help center that is being restored; nothing of the settings is for it. */
function onScratch<T>(shell: Shell, file: string, work: (center: Center) => Promise<T>): Promise<T> {
  const { attachments: _, ...center } = shell.center ?? {};
  return withCenter({ ...shell, center }, file, work);
}

/** Puts attachments and rows where they belong, the rows last. */
async function publish(shell: Shell, { database }: Restoring, file: string): Promise<void> {
  const attachments = attachmentsFolder(shell, database);
  makeFolder(attachments, 'center.attachments in the settings');
  const [{ moveFiles }, { syncFolder }] = await Promise.all([
    import('../../center/database/backup/move-files.ts'),
    import('../../center/database/files.ts'),
  ]);
  await moveFiles(join(dirname(file), 'attachments'), attachments);
  if (!isPostgres(database)) {
    await requireNothing(shell, database);
    renameSync(file, database);
    return syncFolder(dirname(resolve(database)));
  }
  const { copyStore } = await import('../../center/database/copy/store.ts');
  const progress = createProgress(shell.stderr, 'Copying it to PostgreSQL', 'rows', () => performance.now());
  const onRows = (done: number, total: number) => progress.at(done, done / total);
  await onScratch(shell, file, from =>
    withCenter(shell, database, to => copyStore(from.context.store, to.context.store, { onRows })),
  ).finally(progress.end);
}

function tell({ stdout, stderr }: Shell, database: string, { tables, files, lost }: Manifest): number {
  const rows = Object.values(tables).reduce((sum, part) => sum + part.rows, 0);
  for (const hash of lost)
    stderr.write(`missing: the attachment ${hash} was missing already when the backup was made\n`);
  stdout.write(
    `${grouped(rows)} rows and ${counted(files.rows, t`attachment file`)} were restored to ${safeLine(database)}. Mail is ` +
      'paused: see what would be sent with frontdesk mail queue list, and let it go on with frontdesk mail queue resume.\n',
  );
  return lost.length > 0 ? exitCode.failed : exitCode.done;
}
