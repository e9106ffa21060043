import { randomUUID } from 'node:crypto';
import { countingTables, highestId, setLastId } from '../database/copy/table.ts';
import { setFolderMark } from '../database/folder-mark.ts';
import { keepSetting, setMailHome } from './setting.ts';
import type { Work } from './work.ts';

/** The next id after a restore is the first one after a multiple of this, and at least half of it away. */
const GAP = 1_000_000;

/** The place of a restored database for mail. None has it, so mail waits until a person lets it go on. */
export const RESTORED = 'restored from a backup';

/**
 * Prepares a restored help center: another epoch, by which desks notice it; unused ids, because desks may know some
 * that came after the backup; mail is paused; and the next start marks the folder of its files.
 */
export async function beginAnew(work: Work): Promise<void> {
  await keepSetting(work, 'epoch', randomUUID());
  await setMailHome(work, RESTORED);
  await setFolderMark(work.db, undefined);
  for (const table of countingTables) {
    const last = await highestId(work.db, work.kind, table);
    await setLastId(work.db, work.kind, table, Math.ceil((last + GAP / 2) / GAP) * GAP);
  }
}
