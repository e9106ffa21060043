import { readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Files } from '../files.ts';
import { DatabaseRefused } from '../refused.ts';
import type { Store } from '../store.ts';
import { type AttachmentTarget, attachmentsIn, saveAttachment, syncAll } from './attachments.ts';
import { inFolder, PART_SUFFIX } from './folder.ts';
import { beginLedger, readLedger, requireWhole } from './ledger.ts';
import {
  DamagedBackup,
  idsBy,
  keepManifest,
  listBackups,
  listDatabases,
  type Manifest,
  nameOf,
  readManifest,
} from './manifest.ts';
import { attachmentHashes, factsOf, makeSnapshot } from './snapshot.ts';
import { drop, type Encryption, openFile, requireStored, type StoredFile, storedBytes, storeFile } from './stored.ts';

/** The settings of a backup. */
export interface BackupOptions {
  readonly folder: string;
  /** An empty folder for the database as one file, in the clear, while the backup is made. */
  readonly scratch: string;
  /** The version of this program. */
  readonly program: string;
  readonly now: number;
  readonly encryption?: Encryption | undefined;
  /** Called after each piece of work with how long it took, in milliseconds: waits, so that others have their turn. */
  readonly rest?: (tookMs: number) => Promise<void>;
}

/** A backup that was made. */
export interface WrittenBackup {
  readonly name: string;
  readonly manifest: Manifest;
  /** Bytes that were not in the folder before. */
  readonly written: number;
  /** Attachments that are missing or damaged where they belong. Some of them may be in the folder from before. */
  readonly missing: readonly string[];
}

/** The newest manifest of a folder that can be read; undefined without one. */
export async function newestIn(folder: string): Promise<Manifest | undefined> {
  for (const one of (await listBackups(folder)).toReversed())
    try {
      return await readManifest(folder, one);
    } catch (error) {
      // A damaged one has nothing to say; --verify names it.
      if (!(error instanceof DamagedBackup)) throw error;
    }
  return undefined;
}

/** Throws `DatabaseRefused` if a backup does not belong in a folder. */
function requireFitting(folder: string, before: Manifest | undefined, isEncrypted: boolean): void {
  if (before === undefined || before.isEncrypted === isEncrypted) return;
  const [there, here] = before.isEncrypted ? ['are encrypted', 'is not'] : ['are not encrypted', 'is'];
  throw new DatabaseRefused(
    `The backups in ${folder} ${there}, and this one ${here} (backup_command in [center] of the settings). Nothing was ` +
      'written there: mend the settings, or name another folder.',
  );
}

async function saveAttachments(saving: AttachmentTarget, files: Files, hashes: readonly string[]) {
  const { folder, ids, rest } = saving;
  // One that is damaged was not saved.
  const [fileOf, own] = [await attachmentsIn(folder), await files.names()];
  const [saved, missing, lost]: [string[], string[], string[]] = [[], [], []];
  const fresh: StoredFile[] = [];
  for (const hash of hashes) {
    const id = ids.attachment(hash);
    const { isThere } = fileOf(id);
    const made = isThere ? undefined : await saveAttachment(saving, files, hash);
    if (made) fresh.push(made);
    if (made || isThere) saved.push(id);
    else lost.push(hash);
    if (!made && !(isThere && own.has(hash))) missing.push(hash);
    await rest();
  }
  await syncAll(
    fresh.map(({ path }) => path),
    rest,
  );
  return { saved, missing, lost, bytes: fresh.reduce((sum, { stored }) => sum + stored.size, 0) };
}

/** Throws `DatabaseRefused` unless a file that was written can be read back; an encrypted one only with the key. */
async function readBack(folder: string, { path, stored, content }: StoredFile, encryption: Encryption | undefined) {
  const { decrypt } = encryption ?? {};
  try {
    if (encryption && !decrypt) return await requireStored(path, stored.hash);
    if ((await openFile(path, { isPacked: true, decrypt }, drop)).hash === content.hash) return;
  } catch (error) {
    if (error instanceof DatabaseRefused) throw error;
  }
  const cure = decrypt ? ', and whether restore_command undoes backup_command' : '';
  throw new DatabaseRefused(
    `What was written to ${folder} cannot be read back as it was. No backup was made: look after its disk${cure}. The ` +
      'backups that were whole stay so.',
  );
}

/** Deletes half-written files of a killed backup. */
async function removeParts(folder: string): Promise<void> {
  for (const path of await readdir(folder, { recursive: true }))
    if (path.endsWith(PART_SUFFIX)) await rm(join(folder, path), { force: true });
}

/**
 * Saves a help center at work as of one moment: its database as one SQLite file, and the attachments that the folder does
 * not have yet. The backup is there when its manifest is, at the end. Throws `DatabaseRefused` if the database is damaged
 * or the folder cannot be used.
 */
export function backUp(store: Store, files: Files, options: BackupOptions): Promise<WrittenBackup> {
  const { folder, scratch, program, now, encryption, rest: restFor = async () => undefined } = options;
  let worked = performance.now();
  const rest = async () => {
    await restFor(performance.now() - worked);
    worked = performance.now();
  };
  return inFolder(folder, async () => {
    const isEncrypted = encryption !== undefined;
    const before = await newestIn(folder);
    requireFitting(folder, before, isEncrypted);
    await removeParts(folder);
    const snapshot = join(scratch, 'center.db');
    await makeSnapshot(snapshot, store, now, rest);
    const { rows, step, setting } = factsOf(snapshot);
    const ids = idsBy(setting('cursor_secret')!, isEncrypted);
    if (before !== undefined && before.center !== ids.center)
      throw new DatabaseRefused(
        `The backups in ${folder} are of another help center. Nothing was written there; name another folder.`,
      );
    if (before === undefined) await beginLedger(folder);
    const ledger = await readLedger(folder);
    requireWhole(folder, ledger);
    const saving = { folder, ids, encryption, rest };
    const attached = await saveAttachments(saving, files, attachmentHashes(snapshot));
    const number =
      Math.max(0, ...[...(await listBackups(folder)), ...(await listDatabases(folder))].map(one => one.number)) + 1;
    const name = `${nameOf(number, now)}.db.zst${isEncrypted ? '.enc' : ''}`;
    const storing = { isPacked: true, encryption, isSynced: true, rest };
    const file = await storeFile(join(folder, name + PART_SUFFIX), storedBytes(snapshot), storing);
    await rm(snapshot);
    await readBack(folder, file, encryption);
    const manifest: Manifest = {
      ...{ format: 2, center: ids.center, epoch: setting('epoch'), at: now, program, step, database: store.kind },
      ...{ isEncrypted, rows, file: { name, stored: file.stored, content: file.content } },
      ...{ attachments: attached.saved, lost: attached.lost, erasures: ledger.head },
    };
    // Just before the manifest, without which it is not a backup.
    await rename(file.path, join(folder, name));
    const kept = await keepManifest(folder, number, manifest);
    return { name: kept, manifest, written: file.stored.size + attached.bytes, missing: attached.missing };
  });
}
