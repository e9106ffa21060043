import { createFiles, type Files, type Finished, keepContent } from './files.ts';
import { folderMark, IN_DATABASE, markLines, requireOwnFolder, whyOtherFolder } from './folder-mark.ts';
import { movePlaces } from './move-places.ts';
import { createFileRows } from './postgres/file-rows.ts';
import type { Store } from './store.ts';

/** Where the files of a help center on PostgreSQL may be. */
interface PlacedOptions {
  readonly folder: string;
  /** The place of the database. */
  readonly owner: string;
  /** Whether the folder is for a new help center; by default its files are in the database. */
  readonly isFolderWanted: boolean;
}

/** One from before files were in the database has attachments, and no mark. */
async function isNew({ reader }: Store): Promise<boolean> {
  return (await reader.selectFrom('attachment').select('id').limit(1).execute()).length === 0;
}

async function find(places: readonly Files[], ...given: Parameters<Files['open']>): ReturnType<Files['open']> {
  for (const place of places) {
    const found = await place.open(...given);
    if (found) return found;
  }
  return undefined;
}

/** Brings a file that arrived where no new ones go any more to where they do. */
async function follow(from: Files, to: Files, done: Finished): Promise<Finished> {
  const content = await from.open(done.hash);
  // Without it, the move has taken it along.
  if (!content) return done;
  const kept = await keepContent(to, content as unknown as AsyncIterable<Uint8Array>, done.keptAt);
  await from.remove([{ hash: done.hash, usedAt: Number.MAX_SAFE_INTEGER }]);
  return kept;
}

/**
 * The files of a help center on PostgreSQL, in the database or in a folder, as the database says at each use: so they can
 * be moved from one to the other while servers use them. Throws `DatabaseRefused` if they are in another folder.
 */
export async function createPlacedFiles(
  store: Store,
  { folder, owner, isFolderWanted }: PlacedOptions,
): Promise<Files> {
  const rows = createFileRows(store, async (...given) => find(await look(), ...given));
  let opened: Files | undefined;
  const inFolder = () => (opened ??= createFiles(folder, owner));
  const isInRows = !isFolderWanted && (await isNew(store));
  if (!isInRows && (await folderMark(store.reader)) === undefined) inFolder();
  let mark = await requireOwnFolder(store, folder, isInRows);

  const places = (): readonly Files[] => {
    const why = whyOtherFolder(mark, folder);
    // To its callers the folder is a disk that fails.
    if (why) throw Object.assign(new Error(`${why.what}. ${why.cure}`), { code: 'EIO' });
    return markLines(mark).map(place => (place === IN_DATABASE ? rows : inFolder()));
  };
  let known = places();
  /** Where new files go, then where others still are. */
  const look = async () => {
    mark = await folderMark(store.reader);
    known = places();
    return known as readonly [Files, ...Files[]];
  };
  return {
    place: () => known.map(place => place.place()).join(' and '),
    receive: async () => {
      const [first] = await look();
      const incoming = await first.receive();
      const finish = async (keptAt?: number) => {
        const done = await incoming.finish(keptAt);
        const [now] = await look();
        return now === first ? done : follow(first, now, done);
      };
      return { ...incoming, finish };
    },
    // Another server may have moved it, also between the looks into two places.
    open: async (...given) => (await find(known, ...given)) ?? find(await look(), ...given),
    names: async () => {
      let names: ReadonlySet<string> = new Set();
      for (const place of await look()) names = names.union(await place.names());
      return names;
    },
    hold: async () => {
      const releases: (() => Promise<void>)[] = [];
      for (const place of await look()) releases.push(await place.hold());
      return async () => {
        for (const release of releases) await release();
      };
    },
    remove: async gone => {
      const done: boolean[] = [];
      // First where they leave, so that one that is moved meanwhile is found in the other.
      for (const place of (await look()).toReversed()) done.push(await place.remove(gone));
      return done.every(Boolean);
    },
    reach: async () => {
      // Another server may have moved them. If the database is away, nobody can say.
      const now = whyOtherFolder(mark, folder) ? await look() : known;
      for (const place of now) await place.reach?.();
    },
    shared: () => known.map(place => place.shared()).find(Boolean),
    reap: async (named, now) => {
      let reaped = 0;
      for (const place of await look()) reaped += await place.reap(named, now);
      return reaped;
    },
    move: async (to, onFile) => {
      const moved = await movePlaces({ store, rows, folder, inFolder }, to, onFile);
      await look();
      return moved;
    },
  };
}
