import { closeSync, mkdirSync, openSync, rmSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { giveToOwner } from '../owner.ts';
import { DatabaseRefused } from '../refused.ts';

/** How long another process may take to write the first page into the file that it created, in milliseconds. */
const MAX_WAIT_MS = 3_000;
const LOOK_EVERY_MS = 20;

function sizeOf(path: string): number | undefined {
  const there = statSync(path, { throwIfNoEntry: false });
  if (there?.isDirectory() === false && !there.isFile())
    throw new DatabaseRefused(`Cannot use ${path}: it is not a file. Name another one.`);
  // For a folder, or a file that is not writable, the system's own message is clearer than SQLite's.
  if (there) closeSync(openSync(path, 'a'));
  return there?.size;
}

function make(path: string): boolean {
  try {
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
    closeSync(openSync(path, 'wx', 0o600));
    giveToOwner(path);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

/**
 * Creates the file of a new database, readable by its owner alone. Returns whether it was created. Throws
 * `DatabaseRefused` for an existing empty file: a full disk or a broken copy leaves one of a help center, and SQLite
 * would delete the log beside it.
 */
export async function reserveFile(path: string): Promise<boolean> {
  for (let waitedMs = 0; ; waitedMs += LOOK_EVERY_MS) {
    const size = sizeOf(path);
    if (size === undefined && make(path)) return true;
    if (size !== undefined && size > 0) return false;
    if (waitedMs >= MAX_WAIT_MS) break;
    await sleep(LOOK_EVERY_MS);
  }
  throw new DatabaseRefused(
    `Cannot use ${path}: the file is empty (0 bytes). If a help center was in it, a full disk or a broken copy has ` +
      'emptied it. Nothing was changed: put a copy from before in its place, or delete the file to begin a new help center.',
  );
}

/** Removes a file of `reserveFile` if nothing was written to it, so that the next start can create it again. */
export function releaseFile(path: string): void {
  if (sizeOf(path) === 0) rmSync(path);
}
