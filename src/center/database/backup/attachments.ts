import { existsSync } from 'node:fs';
import { mkdir, open, readdir, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Files } from '../files.ts';
import { giveToOwner } from '../owner.ts';
import { inFolder } from './folder.ts';
import type { Ids } from './manifest.ts';
import { DamagedFile, type Encryption, storeFile } from './stored.ts';

/** The file’s id, and in an encrypted folder the hash of the file as it is stored. */
const NAME = /^[0-9a-f]{64}(-[0-9a-f]{64})?$/;
const ID_LENGTH = 64;

/** The id of an attachment by the name of its file. */
function idOf(name: string): string {
  return name.slice(0, ID_LENGTH);
}

const FOLDER = 'attachments';

function pathOf(name: string): string {
  return join(FOLDER, name.slice(0, 2), name);
}

/** The paths below the folder of the attachments; none if there is no such folder. */
async function pathsIn(folder: string): Promise<string[]> {
  const place = join(folder, FOLDER);
  if (!existsSync(place)) return [];
  const names = await inFolder(place, () => readdir(place, { recursive: true }));
  return names.filter(name => name.includes('/'));
}

/** An attachment’s file: its path in the folder of the backups, and the hash that it has as it is stored. */
export interface AttachmentFile {
  readonly path: string;
  readonly hash: string;
  readonly isThere: boolean;
}

/** Returns a function that finds the file of an attachment by its id; of one that is missing, where it would be. */
export async function attachmentsIn(folder: string): Promise<(id: string) => AttachmentFile> {
  const names = new Map<string, string>();
  for (const path of await pathsIn(folder)) {
    const name = path.slice(path.indexOf('/') + 1);
    if (NAME.test(name)) names.set(idOf(name), name);
  }
  return id => {
    const name = names.get(id) ?? id;
    return { path: pathOf(name), hash: name.slice(-ID_LENGTH), isThere: names.has(id) };
  };
}

/** Deletes the attachments’ files with other ids. Returns their number. */
export async function removeOthers(folder: string, ids: ReadonlySet<string>): Promise<number> {
  let removed = 0;
  for (const path of await pathsIn(folder)) {
    const name = path.slice(path.indexOf('/') + 1);
    if (ids.has(idOf(name)) || !NAME.test(name)) continue;
    await rm(join(folder, FOLDER, path), { force: true });
    removed += 1;
  }
  return removed;
}

/** Where attachments are saved, and how. */
export interface AttachmentTarget {
  readonly folder: string;
  readonly ids: Ids;
  readonly encryption: Encryption | undefined;
  readonly rest: () => Promise<void>;
}

/** The content of an attachment; throws `DamagedFile` if it cannot be read. */
async function* contentOf(files: Files, hash: string): AsyncGenerator<Uint8Array> {
  const stream = await files.open(hash);
  if (stream === undefined) throw new DamagedFile('is missing');
  try {
    for await (const chunk of stream as unknown as AsyncIterable<Uint8Array>) yield chunk;
  } catch (error) {
    throw new DamagedFile('cannot be read', { cause: error });
  }
}

/**
 * Saves one attachment of the help center’s files under its id. Returns the file, or undefined if the attachment is missing or
 * damaged there. The caller makes it safe on the disk.
 */
export async function saveAttachment({ folder, ids, encryption, rest }: AttachmentTarget, files: Files, hash: string) {
  const id = ids.attachment(hash);
  const path = join(folder, pathOf(id));
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  for (const made of [dirname(dirname(path)), dirname(path)]) giveToOwner(made);
  const storing = { isPacked: encryption !== undefined, encryption, isSynced: false, rest };
  try {
    return await storeFile(path, contentOf(files, hash), storing, ({ content, stored }) => {
      if (content.hash !== hash) throw new DamagedFile('is not what was stored');
      return join(folder, pathOf(encryption ? `${id}-${stored.hash}` : id));
    });
  } catch (error) {
    if (error instanceof DamagedFile) return undefined;
    throw error;
  }
}

/**
 * Syncs files to the disk, all at the end: each sync makes others wait who write to the same disk, and by then the
 * system has written most of them. `rest` is called after each.
 */
export async function syncAll(paths: readonly string[], rest: () => Promise<void>): Promise<void> {
  for (const path of [...paths, ...new Set(paths.flatMap(path => [dirname(path), dirname(dirname(path))]))]) {
    const handle = await open(path, 'r');
    await handle.sync().finally(() => handle.close());
    await rest();
  }
}
