import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Files, type GoneFile, keepContent, type MovedFiles, type MoveTo } from './files.ts';
import {
  folderMark,
  IN_DATABASE,
  isInFolder,
  markFolder,
  markLines,
  setFolderMark,
  unmarkFolder,
} from './folder-mark.ts';
import { DatabaseRefused } from './refused.ts';
import { chunks } from './statement.ts';
import type { Store } from './store.ts';
import type { Db } from './tables.ts';

/** The two places of the files of a help center on PostgreSQL. */
interface Places {
  readonly store: Store;
  readonly rows: Files;
  readonly folder: string;
  readonly inFolder: () => Files;
}

/** How long to wait for a copy that holds the files, in milliseconds. */
const HELD_MS = 1_000;
/** Administration waits while these are deleted. */
const DELETED_AT_ONCE = 100;

type Content = AsyncIterable<Uint8Array>;

/** Whether a file is there and is what its name says. */
async function holds(files: Files, hash: string): Promise<boolean> {
  const content = await files.open(hash);
  if (!content) return false;
  const hashing = createHash('sha256');
  for await (const chunk of content as unknown as Content) hashing.update(chunk);
  return hashing.digest('hex') === hash;
}

/**
 * Copies a file. Returns whether the copy is what its name says. `keptAt`: when the newest attachment with it arrived;
 * undefined if no attachment names it, or not yet.
 */
async function copyOne(from: Files, to: Files, hash: string, keptAt: number | undefined): Promise<boolean> {
  if (await holds(to, hash)) return true;
  const content = await from.open(hash);
  // Deleted meanwhile, or moved by another frontdesk.
  if (!content) return true;
  await keepContent(to, content as unknown as Content, keptAt);
  const still = await from.open(hash);
  await still?.cancel();
  if (still) return holds(to, hash);
  // So must be the copy, unless another frontdesk has moved it, too: then it has arrived twice.
  if (keptAt !== undefined) await to.remove([{ hash, usedAt: keptAt }]);
  return true;
}

/** When the newest attachment with each of these files arrived. */
async function arrivals({ reader }: Store, hashes: readonly string[]): Promise<ReadonlyMap<string, number>> {
  const rows = await reader
    .selectFrom('attachment')
    .select(({ fn }) => ['hash', fn.max('created_at').as('at')])
    .where('hash', 'in', hashes)
    .groupBy('hash')
    .execute();
  return new Map(rows.map(({ hash, at }) => [hash, at]));
}

/** Records where files go and where the others are, unless that has changed since it was read. */
async function setPlaces(store: Store, former: string | undefined, places: readonly string[]): Promise<string> {
  const value = places.join('\n');
  await store.write(async db => {
    if ((await folderMark(db)) !== former) throw new DatabaseRefused(OTHER);
    await setFolderMark(db, value);
  });
  return value;
}

const OTHER =
  'Another frontdesk is moving the files. The files moved so far are in the new place; run this again when it has finished.';

function notDeleted(from: Files, hash: string): string {
  return `${hash} is in its new place and cannot be deleted in ${from.place()}. Ask for the right to, and run this again.`;
}

/** From now on new files go to the place. Returns what the database says then. */
async function turn({ store, folder, inFolder }: Places, to: MoveTo): Promise<string> {
  const mark = await folderMark(store.reader);
  const [now, former] = markLines(mark) as [string, string?];
  if ((now === IN_DATABASE) === (to === 'database')) return mark!;
  if (former !== undefined) return setPlaces(store, mark, [former, now]);
  if (to === 'database') return setPlaces(store, mark, [IN_DATABASE, now]);
  inFolder();
  return setPlaces(store, mark, [markFolder(folder), now]);
}

/**
 * Moves all files to the database or to the folder, while servers use them. New ones go there at once; each of the others
 * is deleted where it was when its copy has been read back and has its hash. If it is killed, it goes on when it is called
 * again. Throws `DatabaseRefused` if nothing may be deleted in the folder.
 */
export async function movePlaces(
  places: Places,
  to: MoveTo,
  onFile: (done: number, total: number) => void,
): Promise<MovedFiles> {
  const { store, rows, folder, inFolder } = places;
  if (to === 'database' && isInFolder(await folderMark(store.reader))) {
    const shared = inFolder().shared();
    if (shared !== undefined) throw new DatabaseRefused(`Nothing was moved: ${shared}.`);
  }
  const mark = await turn(places, to);
  const [, former] = markLines(mark);
  if (former === undefined) return { moved: 0, damaged: [] };
  const [from, target] = to === 'database' ? [inFolder(), rows] : [rows, inFolder()];
  const checkMark = async (db: Db) => {
    if ((await folderMark(db)) !== mark) throw new DatabaseRefused(OTHER);
  };
  // Meanwhile no other frontdesk can begin to move them back, and to delete the copies.
  const remove = (gone: readonly GoneFile[]) =>
    store.write(async db => {
      await checkMark(db);
      return from.remove(gone);
    }, true);
  const [damaged, done] = [new Set<string>(), new Set<string>()];
  for (;;) {
    const left = [...(await from.names()).difference(damaged)];
    if (left.length === 0) break;
    if (left.every(hash => done.has(hash))) throw new DatabaseRefused(notDeleted(from, left[0]!));
    const before = done.size;
    for (const some of chunks(left, DELETED_AT_ONCE)) {
      const arrived = await arrivals(store, some);
      const gone: string[] = [];
      for (const hash of some) {
        await checkMark(store.reader);
        if (await copyOne(from, target, hash, arrived.get(hash))) gone.push(hash);
        else damaged.add(hash);
        onFile(done.size + gone.length, before + left.length);
      }
      let isRemoved = await remove(gone.map(hash => ({ hash, usedAt: Number.MAX_SAFE_INTEGER })));
      for (; !isRemoved; isRemoved = await remove([])) await sleep(HELD_MS);
      for (const hash of gone) done.add(hash);
    }
  }
  if (damaged.size > 0) return { moved: done.size, damaged: [...damaged] };
  await setPlaces(store, mark, markLines(mark).slice(0, 1));
  if (to === 'database') unmarkFolder(folder, former);
  return { moved: done.size, damaged: [] };
}
