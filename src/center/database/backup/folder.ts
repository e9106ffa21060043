import { createHash } from 'node:crypto';
import { type FileHandle, open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { syncFolder } from '../files.ts';
import { giveToOwner } from '../owner.ts';
import { DatabaseRefused } from '../refused.ts';

/** The SHA-256 of a content, in hexadecimal. */
export function hashOf(content: Uint8Array | string): string {
  return createHash('sha256').update(content).digest('hex');
}

/** The end of the name of a file that is being written. */
export const PART_SUFFIX = '.part';

/** The meaning of the system’s codes for a folder of backups, and what to do. */
const WHY: Readonly<Record<string, string>> = {
  ENOSPC: 'its disk is full. Make room there',
  EDQUOT: 'its disk is full for this user. Make room there',
  EROFS: 'it cannot be written. Name another folder, or ask for the right to write it',
  EACCES: 'it cannot be read or written by this user. Name another folder, or ask for the right',
  EPERM: 'it cannot be read or written by this user. Name another folder, or ask for the right',
  ENOENT: 'it is gone, or a part of it. Look whether its disk is there',
  ENOTDIR: 'it is not a folder. Name a folder',
  EIO: 'its disk cannot be read or written. Look after the disk',
  ESTALE: 'it is gone. Look whether its disk is there',
};

/** Does something with a folder, of backups by default. An error of the system becomes a sentence; `kept` ends it. */
export async function inFolder<T>(
  folder: string,
  work: () => Promise<T>,
  kept = 'The backups that were whole stay so',
): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const { code, errcode } = error as { readonly code?: string; readonly errcode?: number };
    const why = WHY[errcode === SQLITE_FULL ? 'ENOSPC' : (code ?? '')];
    if (why === undefined || error instanceof DatabaseRefused) throw error;
    throw new DatabaseRefused(`Cannot use ${folder}: ${why}. ${kept}.`, { cause: error });
  }
}

const SQLITE_FULL = 13;

type Content = Uint8Array | string | AsyncIterable<Uint8Array>;

/** At most this many bytes wait for the disk. The sync of gigabytes would make every other program wait. */
const MAX_UNSYNCED_BYTES = 8_388_608;

async function writeSynced(file: FileHandle, content: Content): Promise<void> {
  let unsynced = 0;
  for await (const piece of typeof content === 'string' || content instanceof Uint8Array ? [content] : content) {
    await file.writeFile(piece);
    unsynced += piece.length;
    if (unsynced < MAX_UNSYNCED_BYTES) continue;
    await file.datasync();
    unsynced = 0;
  }
  await file.sync();
}

/**
 * Writes a file that is there whole or not at all, for its owner alone. `isSynced`: it is safe on the disk afterwards.
 * `placeOf` is asked at the end where it belongs.
 */
export async function writeWhole(
  path: string,
  content: Content,
  isSynced: boolean,
  placeOf: () => string = () => path,
): Promise<void> {
  const part = `${path}.${process.pid}${PART_SUFFIX}`;
  try {
    const file = await open(part, 'w', 0o600);
    await (isSynced ? writeSynced(file, content) : file.writeFile(content)).finally(() => file.close());
    giveToOwner(part);
    await rename(part, placeOf());
  } catch (error) {
    // The first error is the caller's; a later run deletes what is left.
    await rm(part, { force: true }).catch(() => undefined);
    throw error;
  }
}

/** Writes a file that is there whole or not at all, safe on the disk. */
export async function keepWhole(path: string, content: Uint8Array | string): Promise<void> {
  await writeWhole(path, content, true);
  await syncFolder(dirname(path));
}
