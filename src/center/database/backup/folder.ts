import { createHash } from 'node:crypto';
import { mkdir, open, readdir, readFile, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { syncFolder } from '../files.ts';
import { DatabaseRefused } from '../refused.ts';

/** The SHA-256 of a content, in hexadecimal. */
export function hashOf(content: Uint8Array): string {
  return createHash('sha256').update(content).digest('hex');
}

const PART_SUFFIX = '.part';

/** What the system’s codes mean for a folder of backups, and what to do. */
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

/** Does something with a folder of backups. An error of the system becomes a sentence. */
export async function inFolder<T>(folder: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const why = WHY[(error as NodeJS.ErrnoException).code ?? ''];
    if (why === undefined || error instanceof DatabaseRefused) throw error;
    throw new DatabaseRefused(`Cannot use ${folder}: ${why}. The backups that were whole stay so.`, { cause: error });
  }
}

async function put(path: string, content: Uint8Array, isSynced: boolean): Promise<void> {
  const part = `${path}.${process.pid}${PART_SUFFIX}`;
  try {
    const handle = await open(part, 'w', 0o600);
    await handle
      .writeFile(content)
      .then(() => (isSynced ? handle.sync() : undefined))
      .finally(() => handle.close());
    await rename(part, path);
  } catch (error) {
    await rm(part, { force: true }).catch(() => undefined);
    throw error;
  }
}

/** Writes a file that is there whole or not at all, safe on the disk. */
export async function keepWhole(path: string, content: Uint8Array): Promise<void> {
  await put(path, content, true);
  await syncFolder(dirname(path));
}

function packFolder(folder: string): string {
  return join(folder, 'packs');
}

/** Where the pack of this name is. */
export function packPath(folder: string, name: string): string {
  return join(packFolder(folder), name.slice(0, 2), name);
}

/** Stores a pack under its hash, unless it is there whole. Returns the hash. `syncPacks` makes it safe on the disk. */
export async function keepPack(folder: string, stored: Uint8Array): Promise<string> {
  const name = hashOf(stored);
  const path = packPath(folder, name);
  if ((await readPack(folder, name)) !== undefined) return name;
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  await put(path, stored, false);
  return name;
}

/**
 * Makes packs safe on the disk, together: each sync makes everybody wait who writes to the same disk, and by the end the
 * system has written most of them. `rest` is called after each.
 */
export async function syncPacks(folder: string, names: readonly string[], rest: () => Promise<void>): Promise<void> {
  const paths = names.map(name => packPath(folder, name));
  for (const path of [...paths, ...new Set(paths.map(dirname)), packFolder(folder), folder]) {
    const handle = await open(path, 'r');
    await handle.sync().finally(() => handle.close());
    await rest();
  }
}

/** Reads a pack; undefined if it is missing or is not what was written. */
export async function readPack(folder: string, name: string): Promise<Buffer | undefined> {
  const stored = await readFile(packPath(folder, name)).catch(() => undefined);
  return stored && hashOf(stored) === name ? stored : undefined;
}

/** Deletes the packs that are not named, and what a killed backup left half-written. Returns the number of packs. */
export async function removeOthers(folder: string, named: ReadonlySet<string>): Promise<number> {
  const names = await readdir(packFolder(folder), { recursive: true }).catch(() => []);
  let removed = 0;
  for (const path of names) {
    const name = path.slice(path.lastIndexOf('/') + 1);
    const isPack = /^[0-9a-f]{64}$/.test(name);
    if (named.has(name) || (!isPack && !name.endsWith(PART_SUFFIX))) continue;
    await rm(join(packFolder(folder), path), { force: true });
    if (isPack) removed += 1;
  }
  return removed;
}
