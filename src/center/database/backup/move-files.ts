import { readdir, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { syncFolder } from '../files.ts';
import { keepWhole } from './folder.ts';

/** Moves the attachments of a folder to another one, also on another disk. */
export async function moveFiles(from: string, to: string): Promise<void> {
  for (const name of await readdir(from)) {
    if (!/^[0-9a-f]{64}$/.test(name)) continue;
    try {
      await rename(join(from, name), join(to, name));
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EXDEV') throw error;
      await keepWhole(join(to, name), await readFile(join(from, name)));
      await rm(join(from, name));
    }
  }
  await syncFolder(to);
}
