import { randomUUID } from 'node:crypto';
import { closeSync, existsSync, openSync, rmSync } from 'node:fs';
import { hostname } from 'node:os';
import { join, resolve } from 'node:path';
import { giveToOwner } from './owner.ts';
import { DatabaseRefused } from './refused.ts';
import type { Store } from './store.ts';
import type { Db } from './tables.ts';

/**
 * The setting that says where the files are. Its first line is where new ones go: `IN_DATABASE`, or the mark of their
 * folder, which is the name of a file in it, a blank, and where it was. While the files are moved, a second line says
 * where the others still are.
 */
export const FOLDER_MARK = 'files_mark';

/** The line of files that are rows of the database. */
export const IN_DATABASE = 'database';

/** The lines of a mark. */
export function markLines(mark: string | undefined): readonly string[] {
  return mark === undefined ? [] : mark.split('\n');
}

/** Whether a help center has files in a folder. */
export function isInFolder(mark: string | undefined): boolean {
  return markLines(mark).some(place => place !== IN_DATABASE);
}

/** The mark of the files that belong to a database; undefined if none does yet. */
export async function folderMark(db: Db): Promise<string | undefined> {
  const row = await db.selectFrom('setting').select('value').where('key', '=', FOLDER_MARK).executeTakeFirst();
  return row?.value;
}

/** Records the mark of the files; undefined: the next start gives the database one. */
export async function setFolderMark(db: Db, value: string | undefined): Promise<void> {
  await db.deleteFrom('setting').where('key', '=', FOLDER_MARK).execute();
  if (value !== undefined) await db.insertInto('setting').values({ key: FOLDER_MARK, value }).execute();
}

/** Why a folder cannot be used, and what to do; undefined if it has the mark, or the database has none yet. */
export function whyOtherFolder(mark: string | undefined, folder: string) {
  const other = markLines(mark).find(place => place !== IN_DATABASE && !existsSync(join(folder, place.split(' ')[0]!)));
  if (!other) return undefined;
  const [name, ...place] = other.split(' ') as [string, ...string[]];
  return {
    what: `The files of this help center are in another folder than ${folder}: first in ${place.join(' ')}`,
    cure:
      'All its servers need the same folder. Share that one (NFS, for example), or copy it here with everything in it, ' +
      `and name it as attachments in [center] of the settings. If it is lost for good: mkdir -p ${folder} && touch ${join(folder, name)}`,
  };
}

/**
 * Makes sure that the files are where the database says; at the first start that is recorded: in the database if
 * `isInRows`, otherwise in the folder. Throws `DatabaseRefused` if the database has its files in another folder.
 */
export async function requireOwnFolder(store: Store, folder: string, isInRows = false): Promise<string | undefined> {
  const known = await folderMark(store.reader);
  const mark = known ?? (store.isReadOnly ? undefined : await giveMark(store, folder, isInRows));
  const why = whyOtherFolder(mark, folder);
  if (why) throw new DatabaseRefused(`${why.what}. Nothing was changed. ${why.cure}`);
  return mark;
}

/** Puts a new mark into a folder. */
export function markFolder(folder: string): string {
  const name = `files-of-${randomUUID()}`;
  closeSync(openSync(join(folder, name), 'wx', 0o600));
  giveToOwner(join(folder, name));
  return `${name} ${hostname()}:${resolve(folder)}`;
}

/** Removes a mark from its folder. */
export function unmarkFolder(folder: string, mark: string): void {
  rmSync(join(folder, mark.split(' ')[0]!), { force: true });
}

/** Records where the files are, unless another server is quicker. Returns the mark that counts. */
async function giveMark(store: Store, folder: string, isInRows: boolean): Promise<string> {
  const value = isInRows ? IN_DATABASE : markFolder(folder);
  const kept = await store.write(async db => {
    const setting = db.insertInto('setting').values({ key: FOLDER_MARK, value });
    await setting.onConflict(conflict => conflict.column('key').doNothing()).execute();
    return (await folderMark(db))!;
  });
  if (kept !== value && !isInRows) unmarkFolder(folder, value);
  return kept;
}
