import {
  closeSync,
  constants,
  fstatSync,
  ftruncateSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname } from 'node:path';

/** The rights that others may not have on a private file: to read it, or only to write it. */
export const PRIVATE = { secret: 0o077, unwritable: 0o022 } as const;

/** A file is not this user's alone. The message goes on from the name of the file. */
export class NotPrivate extends Error {}

interface ReadOptions {
  /** The rights that others may not have. */
  readonly mask?: number;
  /** The user named it: it may be a link, which is safe, because the file itself is checked. */
  readonly isNamed?: boolean;
}

const { O_RDONLY, O_WRONLY, O_CREAT, O_NOFOLLOW = 0, O_NONBLOCK = 0 } = constants;

/** Reads a file that only this user can have written. Throws `NotPrivate`, or the error of the system. */
export function readPrivate(path: string, { mask = PRIVATE.secret, isNamed = false }: ReadOptions = {}): string {
  const file = openPrivate(path, O_RDONLY | (isNamed ? 0 : O_NOFOLLOW));
  try {
    requirePrivate(file, path, mask);
    return readFileSync(file, 'utf8');
  } finally {
    closeSync(file);
  }
}

/** Writes into a file that the user named, as it is: it may be a link. Throws `NotPrivate`, or the error of the system. */
export function rewritePrivate(path: string, text: string): void {
  const file = openPrivate(path, O_WRONLY | O_CREAT);
  try {
    requirePrivate(file, path, PRIVATE.secret);
    ftruncateSync(file);
    writeFileSync(file, text);
  } finally {
    closeSync(file);
  }
}

function requirePrivate(file: number, path: string, mask: number): void {
  const found = fstatSync(file);
  if (found.isDirectory()) throw new NotPrivate('is a folder. Name a file in it');
  if (!found.isFile()) throw new NotPrivate('is not a file');
  if (!isOwn(found.uid)) throw new NotPrivate('belongs to another user. Use it as that user, or make it your own');
  const open = found.mode & mask;
  if (open === 0) return;
  throw new NotPrivate(`can be ${open & 0o044 ? 'read' : 'written'} by others. Close it with: chmod 600 ${path}`);
}

/**
 * Replaces a file of this user as a whole. Its folder must exist, and no other user may write to it. Throws
 * `NotPrivate`, or the error of the system.
 */
export function writePrivate(
  path: string,
  text: string,
  {
    unfinished = `${path}.${process.pid}`,
    flush = true,
  }: { readonly unfinished?: string; readonly flush?: boolean } = {},
): void {
  const { uid, mode } = statSync(dirname(path));
  if (!isOwn(uid) || mode & PRIVATE.unwritable)
    throw new NotPrivate(`is in a folder that others can write. Close it with: chmod 700 ${dirname(path)}`);
  try {
    // A killed process of the same number may have left it.
    rmSync(unfinished, { force: true });
    writeFileSync(unfinished, text, { flag: 'wx', mode: 0o600, flush });
    renameSync(unfinished, path);
  } catch (error) {
    rmSync(unfinished, { force: true });
    throw error;
  }
}

function openPrivate(path: string, flags: number): number {
  try {
    // A pipe would be waited for.
    return openSync(path, flags | O_NONBLOCK, 0o600);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ELOOP') throw new NotPrivate('is a symbolic link. Remove it');
    throw error;
  }
}

/** Windows has no numbers of users. */
function isOwn(uid: number): boolean {
  return process.geteuid === undefined || uid === process.geteuid();
}
