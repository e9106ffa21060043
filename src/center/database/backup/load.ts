import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { BASELINE, migrationNames } from '../migrations/list.ts';
import { DatabaseRefused } from '../refused.ts';
import { attachmentsIn } from './attachments.ts';
import { writeWhole } from './folder.ts';
import { DamagedBackup, idsBy, type Manifest, timeWords } from './manifest.ts';
import { attachmentHashes, factsOf } from './snapshot.ts';
import { DamagedFile, isUnpackError, openFile, type Pipe, requireStored } from './stored.ts';

/** The parts to restore. */
export interface LoadOptions {
  /** The folder of the backups. */
  readonly folder: string;
  readonly manifest: Manifest;
  /** The version of this program. */
  readonly program: string;
  readonly decrypt?: Pipe | undefined;
}

/** Throws `DatabaseRefused` if a newer program made the backup. */
function requireKnown({ step, program: theirs }: Manifest, program: string): void {
  if (step >= BASELINE && migrationNames.includes(step)) return;
  throw new DatabaseRefused(
    `frontdesk ${theirs} made this backup, with the tables ${step}, and this is frontdesk ${program}, which knows ` +
      `those up to ${migrationNames.at(-1)}. Nothing was restored; update this frontdesk, and restore again.`,
  );
}

/** Does something with a file of a backup. Throws `DamagedBackup` if it is missing or damaged. */
async function ofFile<T>({ folder, manifest }: LoadOptions, path: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof DamagedFile)) throw error;
    const name = path.slice(folder.length + 1);
    throw new DamagedBackup(`The backup of ${timeWords(manifest)} is damaged: ${name} ${error.message}.`);
  }
}

/** Throws `DatabaseRefused` if the content differs. The stored file is intact: its hash was checked first. */
function requireContent(isSame: boolean, { manifest, decrypt }: LoadOptions): void {
  if (isSame) return;
  const why = decrypt ? 'restore_command does not undo the backup_command that made it' : 'it was changed meanwhile';
  throw new DatabaseRefused(`The backup of ${timeWords(manifest)} cannot be read: ${why}. Nothing was restored.`);
}

/**
 * Writes the database of a backup to a new file, as it was when the backup was made; opening it brings its tables to this
 * program’s. Throws `DamagedBackup`, or `DatabaseRefused` if a newer program made it.
 */
export async function loadDatabase(path: string, options: LoadOptions): Promise<void> {
  const { folder, manifest, program, decrypt } = options;
  const { name, stored, content } = manifest.file;
  requireKnown(manifest, program);
  const from = join(folder, name);
  await ofFile(options, from, () => requireStored(from, stored.hash));
  const read = openFile(from, { isPacked: true, decrypt }, bytes => writeWhole(path, bytes, true));
  const sum = await read.catch(error => {
    if (isUnpackError(error)) return undefined;
    throw error;
  });
  requireContent(sum?.hash === content.hash, options);
}

/** Writes the attachments that a database names, of its backup, into a folder, each under its hash. Returns their number. */
export async function loadAttachments(database: string, into: string, options: LoadOptions): Promise<number> {
  const { folder, manifest, decrypt } = options;
  await mkdir(into, { recursive: true, mode: 0o700 });
  const { setting } = factsOf(database);
  const ids = idsBy(setting('cursor_secret')!, manifest.isEncrypted);
  const [saved, fileOf] = [new Set(manifest.attachments), await attachmentsIn(folder)];
  let loaded = 0;
  for (const hash of attachmentHashes(database)) {
    const id = ids.attachment(hash);
    if (!saved.has(id)) continue;
    const file = fileOf(id);
    const path = join(folder, file.path);
    await ofFile(options, path, () => requireStored(path, file.hash));
    const sum = await openFile(path, { isPacked: manifest.isEncrypted, decrypt }, bytes =>
      writeWhole(join(into, hash), bytes, true),
    );
    requireContent(sum.hash === hash, options);
    loaded += 1;
  }
  return loaded;
}

/** The names of a backup’s files that are missing or damaged, as they are stored, and how. */
export async function* damagedFiles(folder: string, manifest: Manifest): AsyncGenerator<readonly [string, string]> {
  const fileOf = await attachmentsIn(folder);
  const { name, stored } = manifest.file;
  for (const { path, hash } of [{ path: name, hash: stored.hash }, ...manifest.attachments.map(fileOf)])
    try {
      await requireStored(join(folder, path), hash);
    } catch (error) {
      yield [path, error instanceof DamagedFile ? error.message : `cannot be read (${(error as Error).message})`];
    }
}
