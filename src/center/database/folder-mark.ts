import { randomUUID } from 'node:crypto';
import { closeSync, existsSync, openSync, rmSync } from 'node:fs';
import { hostname } from 'node:os';
import { join, resolve } from 'node:path';
import { giveToOwner } from './owner.ts';
import { DatabaseRefused } from './refused.ts';
import type { Store } from './store.ts';
import type { Db } from './tables.ts';

/** The setting that names the mark of the folder with the files: the name of a file in it, a blank, and where it was. */
export const FOLDER_MARK = 'files_mark';

/** The mark of the folder that belongs to a database; undefined if none does yet. */
export async function folderMark(db: Db): Promise<string | undefined> {
  const row = await db.selectFrom('setting').select('value').where('key', '=', FOLDER_MARK).executeTakeFirst();
  return row?.value;
}

/** Records the mark of the folder; undefined: the next start gives the database one. */
export async function setFolderMark(db: Db, value: string | undefined): Promise<void> {
  await db.deleteFrom('setting').where('key', '=', FOLDER_MARK).execute();
  if (value !== undefined) await db.insertInto('setting').values({ key: FOLDER_MARK, value }).execute();
}

/** What is wrong with a folder, and what to do; undefined if it has the mark, or the database has none yet. */
export function whyOtherFolder(mark: string | undefined, folder: string) {
  const [name, ...place] = mark?.split(' ') ?? [];
  if (name === undefined || existsSync(join(folder, name))) return undefined;
  return {
    what: `The files of this help center are in another folder than ${folder}: first in ${place.join(' ')}`,
    cure:
      'All its servers need the same folder. Share that one (NFS, for example), or copy it here with everything in it, ' +
      `and name it as attachments in [center] of the settings. If it is lost for good: touch ${join(folder, name)}`,
  };
}

/**
 * Makes sure that the folder belongs to the database: at the first start it is marked. Throws `DatabaseRefused` if the
 * database has its files in another folder.
 */
export async function requireOwnFolder(store: Store, folder: string): Promise<void> {
  const known = await folderMark(store.reader);
  const mark = known ?? (store.isReadOnly ? undefined : await giveMark(store, folder));
  const why = whyOtherFolder(mark, folder);
  if (why) throw new DatabaseRefused(`${why.what}. Nothing was changed. ${why.cure}`);
}

/** Marks the folder for the database, unless another server is quicker. Returns the mark that counts. */
async function giveMark(store: Store, folder: string): Promise<string> {
  const name = `files-of-${randomUUID()}`;
  closeSync(openSync(join(folder, name), 'wx', 0o600));
  giveToOwner(join(folder, name));
  const value = `${name} ${hostname()}:${resolve(folder)}`;
  const kept = await store.write(async db => {
    const setting = db.insertInto('setting').values({ key: FOLDER_MARK, value });
    await setting.onConflict(conflict => conflict.column('key').doNothing()).execute();
    return (await folderMark(db))!;
  });
  if (kept !== value) rmSync(join(folder, name));
  return kept;
}
