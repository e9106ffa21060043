import { createHash, randomUUID } from 'node:crypto';
import { closeSync, existsSync, mkdirSync, openSync, readdirSync, realpathSync, rmSync } from 'node:fs';
import { access, constants, open, readdir, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { isAbsolute, join, relative } from 'node:path';
import { Readable } from 'node:stream';
import { giveToOwner } from './owner.ts';

/** A stored file. `size` in bytes; `keptAt` in milliseconds increases each time that the same content arrives. */
export interface Finished {
  readonly hash: string;
  readonly size: number;
  readonly keptAt: number;
}

/** A file being received. It cannot be read until it is finished. */
export interface IncomingFile {
  write(chunk: Uint8Array): Promise<void>;
  /**
   * Puts the file, safe on disk, in the place of its hash; the same content is stored once. `keptAt`: when it arrived, in
   * milliseconds; by default now.
   */
  finish(keptAt?: number): Promise<Finished>;
  discard(): Promise<void>;
}

/** A file that no attachment names any more. `usedAt`: when the last attachment with it arrived, in milliseconds. */
export interface GoneFile {
  readonly hash: string;
  readonly usedAt: number;
}

/** Where a help center on PostgreSQL has its files. */
export type MoveTo = 'database' | 'folder';

/** The result of a move. */
export interface MovedFiles {
  readonly moved: number;
  /** The hashes of files that are damaged: they stay where they are. */
  readonly damaged: readonly string[];
}

/** Files by the SHA-256 of their content, never by a name from outside. */
export interface Files {
  /** Where they are, for people. */
  place(): string;
  receive(): Promise<IncomingFile>;
  /** The content between two bytes (by default all), or undefined if the file is missing. */
  open(hash: string, from?: number, to?: number): Promise<ReadableStream<Uint8Array> | undefined>;
  /** The hashes of all files. */
  names(): Promise<ReadonlySet<string>>;
  /** No process deletes a file here until the returned function is called, at most for a day. */
  hold(): Promise<() => Promise<void>>;
  /**
   * Deletes files, except those that arrived again after `usedAt`: their new attachment may be about to be stored. While
   * a copy holds them it deletes none and returns false: the next call deletes these too.
   */
  remove(gone: readonly GoneFile[]): Promise<boolean>;
  /** Rejects if the place of the files cannot be used now. Absent: they are in the database. */
  reach?(): Promise<void>;
  /** Why no file is deleted: other help centers use the folder too. Undefined if they do not. */
  shared(): string | undefined;
  /**
   * Deletes files older than a day that are not `named`: their attachment was never stored. Returns their number; 0 if
   * other help centers use the folder too, because their attachments are named elsewhere. Files of that age that a crash
   * left half-received are deleted in any case.
   */
  reap(named: ReadonlySet<string>, now: number): Promise<number>;
  /** Moves all of them, while they are used. Absent: they can only be in a folder. */
  move?(to: MoveTo, onFile: (done: number, total: number) => void): Promise<MovedFiles>;
}

/** Keeps a content; nothing of it stays if it ends with an error. `keptAt`: see `IncomingFile`. */
export async function keepContent(
  files: Pick<Files, 'receive'>,
  content: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  keptAt?: number,
): Promise<Finished> {
  const incoming = await files.receive().catch(async error => {
    // Otherwise an opened file would stay open until it is collected.
    if (Symbol.asyncIterator in content) await content[Symbol.asyncIterator]().return?.();
    throw error;
  });
  try {
    for await (const chunk of content) await incoming.write(chunk);
    return await incoming.finish(keptAt);
  } catch (error) {
    await incoming.discard();
    throw error;
  }
}

/** How old something must be that is deleted because nothing names it, and how long a mark of a copy holds; milliseconds. */
export const DAY_MS = 24 * 3_600_000;
const partSuffix = '.part';

/** Opened at once, because it may be moved away next. One that cannot be reached is told of as missing. */
function openThere(path: string) {
  return open(path).catch((error: NodeJS.ErrnoException) => {
    if (!['ENOENT', 'ENOTDIR', 'EACCES'].includes(error.code!)) throw error;
    return undefined;
  });
}

/** The age of a file, in milliseconds; 0 if another process has finished or deleted it in the meantime. */
function ageOf(path: string, now: number): Promise<number> {
  return stat(path).then(
    ({ mtimeMs }) => now - mtimeMs,
    () => 0,
  );
}

/** The name of a complete file. Files that are still being received, and copies, have other names. */
export const hashPattern = /^[0-9a-f]{64}$/;

const ownerPrefix = 'owner-';
/** A mark of a copy that reads the files. One that was killed leaves it. */
const holdPrefix = 'held-';

function markOf(place: string): string {
  return `${ownerPrefix}${createHash('sha256').update(place).digest('hex').slice(0, 16)}`;
}

/**
 * Leaves a mark of the help center that stores its files here; `owner`, the place of its database, tells help centers
 * apart. A file's place is seen from the folder, so that both can be moved or copied together.
 */
function mark(folder: string, owner: string): void {
  const place = isAbsolute(owner) ? relative(realpathSync(folder), owner) : owner;
  const [path, former] = [place, owner].map(one => join(folder, markOf(one))) as [string, string];
  try {
    if (!existsSync(path)) {
      closeSync(openSync(path, 'a', 0o600));
      giveToOwner(path);
    }
    if (former !== path) rmSync(former, { force: true });
  } catch (error) {
    // A folder that is already marked may be read-only.
    if (!existsSync(former)) throw error;
  }
}

/** Says that more than one help center has left its mark in a folder; undefined if at most one has. */
export function sharedWords(folder: string): string | undefined {
  const marks = existsSync(folder) ? readdirSync(folder).filter(name => name.startsWith(ownerPrefix)) : [];
  if (marks.length < 2) return undefined;
  return (
    `${folder} has the marks of ${marks.length} help centers (${marks.join(', ')}), so no file in it is deleted: if one ` +
    'alone uses it, remove the marks and start that one again'
  );
}

async function reap(folder: string, named: ReadonlySet<string>, now: number): Promise<number> {
  const names = await readdir(folder);
  const isAlone = !isShared(names) && !(await isHeld(folder, names, now));
  let reaped = 0;
  for (const name of names) {
    const isUnnamed = isAlone && hashPattern.test(name) && !named.has(name);
    if (!isUnnamed && !name.endsWith(partSuffix) && !name.startsWith(holdPrefix)) continue;
    if ((await ageOf(join(folder, name), now)) <= DAY_MS) continue;
    await rm(join(folder, name), { force: true });
    if (isUnnamed) reaped += 1;
  }
  return reaped;
}

/** Makes sure that the names in a folder outlive a power cut. */
export async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Marks a file as arrived again. Returns the time, later than any before; undefined if the file does not exist. */
async function touch(path: string, arrivedAt: number): Promise<number | undefined> {
  try {
    const { mtimeMs } = await stat(path);
    const keptAt = Math.max(arrivedAt, Math.floor(mtimeMs) + 1);
    await utimes(path, new Date(keptAt), new Date(keptAt));
    return keptAt;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

/**
 * Deletes a file unless it arrived again after `usedAt`. It is moved aside first, so that it cannot be marked as used
 * in between.
 */
async function removeOne(path: string, usedAt: number): Promise<void> {
  const aside = `${path}.${randomUUID()}${partSuffix}`;
  try {
    if ((await stat(path)).mtimeMs >= usedAt + 1) return;
    await rename(path, aside);
    if ((await stat(aside)).mtimeMs >= usedAt + 1) await rename(aside, path);
    else await rm(aside, { force: true });
  } catch {
    // It is gone already, or stays until the daily search for unnamed files.
  }
}

/** Whether more than one help center has left its mark among these names of the folder. */
function isShared(names: readonly string[]): boolean {
  return names.filter(name => name.startsWith(ownerPrefix)).length > 1;
}

/** Whether a copy holds the files. */
async function isHeld(folder: string, names: readonly string[], now = Date.now()): Promise<boolean> {
  const holds = names.filter(name => name.startsWith(holdPrefix));
  const ages = await Promise.all(holds.map(name => ageOf(join(folder, name), now)));
  return ages.some(age => age < DAY_MS);
}

async function hold(folder: string): Promise<() => Promise<void>> {
  const path = join(folder, `${holdPrefix}${randomUUID()}`);
  await writeFile(path, '', { flag: 'wx', mode: 0o600 });
  giveToOwner(path);
  return () => rm(path, { force: true });
}

async function receive(folder: string, pathOf: (hash: string) => string): Promise<IncomingFile> {
  const part = join(folder, `${randomUUID()}${partSuffix}`);
  const handle = await open(part, 'wx', 0o600);
  giveToOwner(part);
  const hashing = createHash('sha256');
  let size = 0;
  const discard = async () => {
    await handle.close();
    await rm(part, { force: true });
  };
  return {
    write: async chunk => {
      hashing.update(chunk);
      size += chunk.length;
      await handle.writeFile(chunk);
    },
    finish: async (keptAt = Date.now()) => {
      const hash = hashing.digest('hex');
      const again = await touch(pathOf(hash), keptAt);
      if (again !== undefined) {
        await discard();
        return { hash, size, keptAt: again };
      }
      await handle.utimes(new Date(keptAt), new Date(keptAt));
      await handle.sync();
      await handle.close();
      await rename(part, pathOf(hash));
      await syncFolder(folder);
      return { hash, size, keptAt };
    },
    discard,
  };
}

/**
 * Opens (and makes) the folder; only the service can read its files. `owner`: the place of the database. `isReadOnly`: its
 * disk cannot be written, so nothing is deleted there either.
 */
export function createFiles(folder: string, owner: string, isReadOnly = false): Files {
  if (!isReadOnly) {
    if (mkdirSync(folder, { recursive: true, mode: 0o700 }) !== undefined) giveToOwner(folder);
    mark(folder, owner);
  }
  /** Files that could not be deleted because a copy held them. */
  let waiting: readonly GoneFile[] = [];
  const pathOf = (hash: string) => {
    if (!hashPattern.test(hash)) throw new TypeError('not a hash');
    return join(folder, hash);
  };
  return {
    place: () => folder,
    receive: () => receive(folder, pathOf),
    names: async () =>
      new Set((existsSync(folder) ? await readdir(folder) : []).filter(name => hashPattern.test(name))),
    remove: async gone => {
      waiting = [...waiting, ...gone];
      if (waiting.length === 0) return true;
      const names = await readdir(folder);
      if (!isShared(names) && (await isHeld(folder, names))) return false;
      const going = isShared(names) ? [] : waiting;
      waiting = [];
      for (const { hash, usedAt } of going) await removeOne(pathOf(hash), usedAt);
      return true;
    },
    reach: () => access(folder, constants.R_OK | constants.X_OK | (isReadOnly ? 0 : constants.W_OK)),
    shared: () => sharedWords(folder),
    hold: async () => (isReadOnly ? async () => undefined : hold(folder)),
    reap: (named, at) => reap(folder, named, at),
    open: async (hash, from = 0, to = Number.POSITIVE_INFINITY) => {
      const file = await openThere(pathOf(hash));
      return file && (Readable.toWeb(file.createReadStream({ start: from, end: to })) as ReadableStream<Uint8Array>);
    },
  };
}
