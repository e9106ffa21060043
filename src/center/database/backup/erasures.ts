import { open, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { syncFolder } from '../files.ts';

function pathIn(folder: string): string {
  return join(folder, 'erasures.ndjson');
}

/**
 * Writes down an erasure in the folder of the backups, safe on the disk: none of them is restored without it. `line` is a
 * line of JSON that names nobody.
 */
export async function rememberErasure(folder: string, line: string): Promise<void> {
  const file = await open(pathIn(folder), 'a', 0o600);
  await file
    .writeFile(`${line}\n`)
    .then(() => file.sync())
    .finally(() => file.close());
  await syncFolder(folder);
}

/** The lines of a folder’s erasures, each once, the oldest first. What a full disk has cut off is left out. */
export async function erasuresIn(folder: string): Promise<readonly string[]> {
  const text = await readFile(pathIn(folder), 'utf8').catch(error => {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return '';
    throw error;
  });
  return [...new Set(text.split('\n'))].filter(line => line.startsWith('{') && line.endsWith('}'));
}
