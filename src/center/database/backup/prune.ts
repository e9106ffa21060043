import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { removeOthers } from './attachments.ts';
import { listBackups, listDatabases, readManifest } from './manifest.ts';

/** The deleted files. */
export interface Pruned {
  readonly backups: number;
  readonly attachments: number;
}

/**
 * Deletes all but the newest `keep` backups of a folder, and then the attachments that no backup needs. Throws before it
 * deletes anything if a backup that stays cannot be read: it may need any of them.
 */
export async function prune(folder: string, keep: number): Promise<Pruned> {
  const all = await listBackups(folder);
  const ids = new Set<string>();
  for (const listed of all.slice(-keep)) for (const id of (await readManifest(folder, listed)).attachments) ids.add(id);
  const old = all.slice(0, -keep);
  const oldest = all.at(-keep)?.number ?? all[0]?.number ?? 0;
  for (const { name } of old) await rm(join(folder, name));
  for (const { name, number } of await listDatabases(folder)) if (number < oldest) await rm(join(folder, name));
  return { backups: old.length, attachments: await removeOthers(folder, ids) };
}
