import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import type { Center } from '../../center/center.ts';
import type { LoadOptions } from '../../center/database/backup/load.ts';
import { giveToOwner } from '../../center/database/owner.ts';
import { isPostgres } from '../../center/database/postgres/address.ts';
import { backupFolders, keepFolders } from '../../center/model/backup-folders.ts';
import { beginAnew } from '../../center/model/begin-anew.ts';
import type { ErasureLine } from '../../center/model/erasure/line.ts';
import { counted, grouped } from '../../text/numbers.ts';
import { safeLine, t } from '../../text/safe.ts';
import { databasePath } from '../database-path.ts';
import { spareMemory } from '../desk/spare-memory.ts';
import { attachmentsFolder, makeCenterFolder, orSentence, withCenter } from '../open-center.ts';
import type { Shell } from '../shell.ts';
import { exitCode, ShellError } from '../shell-error.ts';
import { withScratch } from './backup-place.ts';
import { createProgress } from './progress.ts';
import { chooseBackup, erasuresFor, loading, type RestoreFlags, withOlder } from './restore-source.ts';

/**
 * `frontdesk restore`: makes a help center of a backup in an empty place. It is made beside its place and put there as
 * a whole, so that a refused or killed restore leaves nothing that looks like a help center.
 */
export async function restoreBackup(shell: Shell, named: string, flags: RestoreFlags): Promise<number> {
  const [folder, database] = [resolve(named), databasePath(flags.database)];
  await spareMemory();
  await requireNothing(shell, database);
  return orSentence(
    (async () => {
      const { readManifest } = await import('../../center/database/backup/manifest.ts');
      const chosen = await chooseBackup(shell, folder, flags);
      return withOlder(folder, chosen, async () => {
        const manifest = await readManifest(folder, chosen);
        const options = loading(shell, folder, manifest);
        const erasures = await erasuresFor(shell, folder, manifest, flags);
        const place = isPostgres(database) ? attachmentsFolder(shell, database) : database;
        const { inFolder } = await import('../../center/database/backup/folder.ts');
        const restoreIn = (scratch: string) => restoreTo(shell, database, { ...options, scratch, erasures });
        const work = () => withScratch(`${resolve(place)}.restoring`, restoreIn);
        return inFolder(dirname(resolve(place)), work, 'Nothing was restored');
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

interface Restoring extends LoadOptions {
  readonly scratch: string;
  readonly erasures: readonly ErasureLine[];
}

/** A help center that was made in the scratch place. */
interface Restored {
  readonly file: string;
  readonly attachments: number;
}

/** Makes the help center in the scratch place: its database, without people erased later, and its files. */
async function make(shell: Shell, restoring: Restoring): Promise<Restored> {
  const { loadAttachments, loadDatabase } = await import('../../center/database/backup/load.ts');
  const place = join(restoring.scratch, 'new');
  mkdirSync(place, { mode: 0o700 });
  const file = join(place, 'center.db');
  await loadDatabase(file, restoring);
  await onScratch(shell, file, center => beginIn(center, restoring));
  if (restoring.erasures.length > 0) (await import('../../center/database/backup/rebuild.ts')).rebuild(file);
  return { file, attachments: await loadAttachments(file, join(place, 'attachments'), restoring) };
}

/**
 * Prepares the restored help center, and repeats the erasures after the backup. The other folders of backups may not
 * know of them.
 */
async function beginIn(center: Center, { folder, manifest, erasures }: Restoring): Promise<void> {
  const { eraseAgain } = await import('../../center/model/erasure/again.ts');
  const known = await center.read(({ db }) => backupFolders(db));
  await center.write(async work => {
    await beginAnew(work);
    await keepFolders(work, []);
  });
  await eraseAgain(center.context, erasures);
  if (erasures.length > 0) await center.context.store.clear();
  const others = known.filter(one => one.folder !== folder);
  const isUntold = erasures.length > 0;
  await center.write(work =>
    keepFolders(work, [...others.map(one => (isUntold ? { ...one, isUntold } : one)), { folder, at: manifest.at }]),
  );
}

async function restoreTo(shell: Shell, database: string, restoring: Restoring): Promise<number> {
  const restored = await make(shell, restoring);
  await publish(shell, database, restored.file);
  return printRestored(shell, database, restoring, restored);
}

/** Restores the newest backup of a folder into a scratch place, and compares the rows. Throws a sentence if they differ. */
export async function proveByRestore(shell: Shell, folder: string, scratch: string): Promise<void> {
  const { readManifest } = await import('../../center/database/backup/manifest.ts');
  const manifest = await readManifest(folder, await chooseBackup(shell, folder, {}));
  const erasures = await erasuresFor(shell, folder, manifest, {});
  const restoring = { ...loading(shell, folder, manifest), scratch, erasures };
  const { file, attachments } = await make(shell, restoring);
  const { attachmentHashes, factsOf } = await import('../../center/database/backup/snapshot.ts');
  const { rows } = factsOf(file);
  const isErased = erasures.length > manifest.erasures.lines;
  const other = isErased ? undefined : KEPT_TABLES.find(table => rows[table] !== manifest.rows[table]);
  // The attachments of people who were erased since are not restored.
  const attached = isErased
    ? attachmentHashes(file).filter(hash => !manifest.lost.includes(hash)).length
    : manifest.attachments.length;
  if (other !== undefined || attachments !== attached)
    throw new ShellError(
      `The newest backup does not restore as it was: ${other ?? 'attachment files'} has ` +
        `${other ? rows[other] : attachments} of ${other ? manifest.rows[other] : attached}.`,
      exitCode.failed,
    );
  const all = isErased ? 'all that was not erased since' : 'all its rows and attachment files';
  shell.stdout.write(`The newest backup was restored into a scratch place, and has ${all}.\n`);
}

/** Tables that no start of a help center changes by itself. */
const KEPT_TABLES = ['conversation', 'message', 'note', 'contact', 'attachment', 'history', 'agent', 'mail_source'];

/** Opens the help center that is being restored; nothing of the settings is for it. */
function onScratch<T>(shell: Shell, file: string, work: (center: Center) => Promise<T>): Promise<T> {
  const { attachments: _, ...center } = shell.center ?? {};
  return withCenter({ ...shell, center }, file, work);
}

/** Puts attachments and rows where they belong, the rows last. */
async function publish(shell: Shell, database: string, file: string): Promise<void> {
  if (isPostgres(database)) return publishOnPostgres(shell, database, file);
  const attachments = attachmentsFolder(shell, database);
  const isMade = !existsSync(attachments);
  makeCenterFolder(attachments, 'center.attachments in the settings');
  const { moveFiles } = await import('../../center/database/backup/move-files.ts');
  try {
    await moveFiles(join(dirname(file), 'attachments'), attachments, () => publishFile(shell, database, file));
  } catch (error) {
    if (isMade) rmSync(attachments, { recursive: true, force: true });
    throw error;
  }
}

async function publishFile(shell: Shell, database: string, file: string): Promise<void> {
  const { syncFolder } = await import('../../center/database/files.ts');
  await requireNothing(shell, database);
  giveToOwner(file, dirname(resolve(database)));
  renameSync(file, database);
  return syncFolder(dirname(resolve(database)));
}

async function publishOnPostgres(shell: Shell, database: string, file: string): Promise<void> {
  const { copyFiles } = await import('../../center/database/copy/files.ts');
  const { copyStore } = await import('../../center/database/copy/store.ts');
  const progress = createProgress(shell.stderr, 'Copying it to PostgreSQL', 'rows', () => performance.now());
  const onRows = async (done: number, total: number) => progress.at(done, done / total);
  const copy = async (from: Center, to: Center) => {
    const { files, store } = to.context;
    const before = await files.names();
    // Nothing names them yet.
    const release = await files.hold();
    try {
      await from.read(({ db }) => copyFiles(db, from.context.files, files));
      await copyStore(from.context.store, store, { onRows });
    } catch (error) {
      const made = (await files.names()).difference(before);
      await release();
      await files.remove([...made].map(hash => ({ hash, usedAt: Date.now() })));
      throw error;
    }
    await release();
  };
  await onScratch(shell, file, from => withCenter(shell, database, to => copy(from, to))).finally(progress.end);
}

function printRestored(
  { stdout, stderr }: Shell,
  database: string,
  { manifest, erasures }: Restoring,
  restored: Restored,
): number {
  const rows = Object.values(manifest.rows).reduce((sum, count) => sum + count, 0);
  for (const hash of manifest.lost)
    stderr.write(`missing: the attachment ${hash} was missing already when the backup was made\n`);
  const erased = erasures.length > 0 ? `${counted(erasures.length, t`erasure`)} in the ledger were done again. ` : '';
  stdout.write(
    `${grouped(rows)} rows and ${counted(restored.attachments, t`attachment file`)} were restored to ${safeLine(database)}. ` +
      `${erased}Mail is paused: see what would be sent with frontdesk mail queue list, and let it go on with frontdesk ` +
      'mail queue resume.\n',
  );
  return manifest.lost.length > 0 ? exitCode.failed : exitCode.done;
}
