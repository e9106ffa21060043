import { existsSync } from 'node:fs';
import { readdir, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { syncFolder } from '../files.ts';
import { giveToOwner } from '../owner.ts';
import { keepWhole } from './folder.ts';

async function moveFile(from: string, to: string): Promise<void> {
  try {
    await rename(from, to);
    giveToOwner(to);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EXDEV') throw error;
    await keepWhole(to, await readFile(from));
    await rm(from);
  }
}

/**
 * Moves the attachments of a folder to another one, also on another disk, while `work` may still fail: then those that it
 * moved are removed. One that is there already stays.
 */
export async function moveFiles(from: string, to: string, work: () => Promise<void>): Promise<void> {
  const moved: string[] = [];
  try {
    for (const name of await readdir(from)) {
      if (!/^[0-9a-f]{64}$/.test(name) || existsSync(join(to, name))) continue;
      moved.push(name);
      await moveFile(join(from, name), join(to, name));
    }
    await syncFolder(to);
    await work();
  } catch (error) {
    for (const name of moved) await rm(join(to, name), { force: true });
    throw error;
  }
}
