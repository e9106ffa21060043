import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { inFolder, removeOthers } from './folder.ts';
import { listBackups, readManifest } from './manifest.ts';

/** What was deleted. */
export interface Pruned {
  readonly backups: number;
  readonly packs: number;
}

/**
 * Deletes all but the newest `keep` backups of a folder, and then the packs that no backup names. Throws before it deletes
 * anything if a backup that stays cannot be read: it may need any of the packs.
 */
export function prune(folder: string, keep: number): Promise<Pruned> {
  return inFolder(folder, async () => {
    const all = await listBackups(folder);
    const named = new Set<string>();
    for (const listed of all.slice(-keep))
      for (const name of (await readManifest(folder, listed)).packs) named.add(name);
    const old = all.slice(0, -keep);
    for (const { name } of old) await rm(join(folder, name));
    return { backups: old.length, packs: await removeOthers(folder, named) };
  });
}
