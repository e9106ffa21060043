import { randomBytes } from 'node:crypto';
import { constants } from 'node:fs';
import { access, type FileHandle, mkdir, open, readdir, stat, unlink, utimes } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';
import type { AttachedFile, FileCopies } from '../../state/files/attached-file.ts';
import { droppedPaths } from '../../state/files/dropped-paths.ts';
import { byteSize } from '../../text/byte-size.ts';
import { cut } from '../../text/cut.ts';
import { safeFileName } from '../../text/file-name.ts';
import { type SafeText, safeLine, t } from '../../text/safe.ts';
import { namedCopies } from '../kept/others.ts';
import { atHome } from './complete-path.ts';
import { systemCode, systemReason } from './disk.ts';

const PART_BYTES = 65_536;
/** How long `z` can bring the copy of a sent file back: longer than a help center may hold a reply, which is an hour. */
const KEPT_AFTER_SENT_MS = 3_900_000;
/** The draft without the file is saved by then. */
const KEPT_AFTER_DROPPED_MS = 2_000;
/** The first keys come before old copies are looked through. */
const SWEEP_AFTER_MS = 30_000;
const COPY = /^[0-9a-f]{32}$/;
/** Columns of a path within a sentence. */
const SAID_COLUMNS = 60;

/**
 * The copies of all desks of this user, in a folder under `parent` that only the user can read: each desk may send
 * those of another. The folder is made with the first copy. Copies of killed desks are removed in the background.
 * `later` runs a function after some milliseconds.
 */
export function createCopies(parent: string, later: (run: () => void, delayMs: number) => void): FileCopies {
  const folder = join(parent, 'attached');
  const remove = async (copies: readonly string[]): Promise<void> => {
    const wanted = copies.length > 0 ? namedCopies(parent) : undefined;
    if (wanted === undefined) return;
    for (const copy of copies) if (!wanted.has(copy)) await unlink(join(folder, copy)).catch(() => undefined);
  };
  later(() => void oldCopies(folder).then(remove), SWEEP_AFTER_MS);
  return {
    take: async (typed, maxBytes) => {
      await keeping(mkdir(folder, { recursive: true, mode: 0o700 }));
      const taken: AttachedFile[] = [];
      try {
        for (const path of await meant(typed)) {
          const left = maxBytes - taken.reduce((sum, { size }) => sum + size, 0);
          taken.push(await copied(path, { folder, copy: randomBytes(16).toString('hex'), maxBytes: left }));
        }
        return taken;
      } catch (error) {
        for (const { copy } of taken) await unlink(join(folder, copy)).catch(() => undefined);
        throw error;
      }
    },
    read: file => bytesOf(join(folder, file.copy), file),
    release: (files, why) => {
      const copies = files.map(({ copy }) => copy);
      // If this desk ends sooner, a later one counts from here on.
      if (why === 'sent') for (const copy of copies) void touch(join(folder, copy));
      later(() => void remove(copies), why === 'sent' ? KEPT_AFTER_SENT_MS : KEPT_AFTER_DROPPED_MS);
    },
  };
}

async function touch(path: string): Promise<void> {
  await utimes(path, new Date(), new Date()).catch(() => undefined);
}

/** Copies that no desk is about to name, and no `z` brings back. */
async function oldCopies(folder: string): Promise<readonly string[]> {
  const old: string[] = [];
  for (const name of (await readdir(folder).catch(() => [])).filter(one => COPY.test(one))) {
    const found = await stat(join(folder, name)).catch(() => undefined);
    if (found && Date.now() - found.mtimeMs > KEPT_AFTER_SENT_MS) old.push(name);
  }
  return old;
}

/** The path as it was typed; or the paths that a terminal pasted, if they all are there and the typed one is not. */
async function meant(typed: string): Promise<readonly string[]> {
  const path = typed.trim();
  const dropped = droppedPaths(path);
  if (dropped.length === 0 || (await isThere(path))) return [path];
  const found = await Promise.all(dropped.map(isThere));
  return found.every(Boolean) ? dropped : [path];
}

function isThere(path: string): Promise<boolean> {
  return access(atHome(path)).then(
    () => true,
    () => false,
  );
}

interface Copying {
  readonly folder: string;
  readonly copy: string;
  readonly maxBytes: number;
}

async function copied(typed: string, { folder, copy, maxBytes }: Copying): Promise<AttachedFile> {
  const path = resolve(atHome(typed));
  const what = cut(safeLine(typed), SAID_COLUMNS);
  const source = await opened(path, what);
  const target = join(folder, copy);
  try {
    const size = await written(source, target, { what, maxBytes });
    return { copy, name: safeFileName(basename(path), t`attachment`), size };
  } catch (error) {
    await unlink(target).catch(() => undefined);
    throw error;
  } finally {
    await source.close();
  }
}

/** A regular file, open for reading. A pipe is never waited for, and a device never touched. */
async function opened(path: string, what: SafeText): Promise<FileHandle> {
  try {
    checkKind(await stat(path), what);
    const handle = await open(path, constants.O_RDONLY | constants.O_NONBLOCK | constants.O_NOCTTY);
    try {
      checkKind(await handle.stat(), what);
      return handle;
    } catch (error) {
      await handle.close();
      throw error;
    }
  } catch (error) {
    throw systemCode(error) === undefined ? error : new Error(whyUnread(error, what));
  }
}

function checkKind(found: Awaited<ReturnType<typeof stat>>, what: SafeText): void {
  if (found.isDirectory()) throw new Error(t`${what} is a folder: a file is needed.`);
  if (!found.isFile()) throw new Error(t`${what} is a device or a pipe: a file is needed.`);
}

function whyUnread(error: unknown, what: SafeText): SafeText {
  const code = String(systemCode(error));
  if (code === 'ENOENT' || code === 'ENOTDIR') return t`There is no file ${what}.`;
  if (code === 'EACCES' || code === 'EPERM') return t`You may not read ${what}.`;
  if (code === 'ENAMETOOLONG') return t`The name ${what} is too long.`;
  return t`${what} cannot be read: the system says ${safeLine(code)}.`;
}

interface Bounds {
  readonly what: SafeText;
  readonly maxBytes: number;
}

/** Copies the bytes, and returns their number. A file written meanwhile would be half old, half new. */
async function written(source: FileHandle, target: string, { what, maxBytes }: Bounds): Promise<number> {
  const before = await source.stat();
  if (before.size > maxBytes) throw tooLarge(what, before.size, maxBytes);
  const handle = await keeping(open(target, 'wx', 0o600));
  try {
    let size = 0;
    for await (const part of parts(source, what)) {
      size += part.length;
      if (size > maxBytes) throw tooLarge(what, size, maxBytes);
      await keeping(handle.writeFile(part));
    }
    const after = await source.stat();
    if (size !== after.size || after.mtimeMs !== before.mtimeMs)
      throw new Error(t`${what} changed while it was read: attach it again.`);
    await keeping(handle.sync());
    return size;
  } finally {
    await handle.close();
  }
}

async function* parts(source: FileHandle, what: SafeText): AsyncGenerator<Uint8Array> {
  const room = Buffer.alloc(PART_BYTES);
  for (;;) {
    const { bytesRead } = await source.read(room).catch(error => {
      throw new Error(whyUnread(error, what));
    });
    if (bytesRead === 0) return;
    yield room.subarray(0, bytesRead);
  }
}

function tooLarge(what: SafeText, size: number, maxBytes: number): Error {
  const room = maxBytes > 0 ? t`${byteSize(maxBytes)} more may go` : t`no more may go`;
  return new Error(t`${what} has ${byteSize(size)}, but ${room} with it.`);
}

async function keeping<Value>(work: Promise<Value>): Promise<Value> {
  try {
    return await work;
  } catch (error) {
    throw new Error(`The file cannot be kept: ${systemReason(error)}`);
  }
}

async function* bytesOf(path: string, { name, size }: AttachedFile): AsyncGenerator<Uint8Array> {
  const gone = () => new Error(t`The copy of ${name} is gone: attach the file again.`);
  const handle = await open(path, 'r').catch(() => {
    throw gone();
  });
  try {
    if ((await handle.stat()).size !== size) throw gone();
    for (;;) {
      // Bytes that are sent later may not change: each part has memory of its own.
      const { bytesRead, buffer } = await handle.read(Buffer.alloc(PART_BYTES));
      if (bytesRead === 0) return;
      yield buffer.subarray(0, bytesRead);
    }
  } finally {
    await handle.close();
  }
}
