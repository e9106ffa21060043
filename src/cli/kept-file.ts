import { createHash } from 'node:crypto';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Where one desk keeps its drafts and unsent changes. */
export interface KeptFile {
  readonly path: string;
  /** Leaves the file to the next desk. */
  release(): void;
}

/** More desks of one user on one help center than this share the last file. */
const maxDesks = 9;

/**
 * The file for a desk on this help center (its address, or its database): each has its own, so that nothing is ever
 * sent to another one; and a second desk beside the first has a second one, which the first start after it takes up.
 */
export const keptFile = (folder: string, center: string): KeptFile => {
  const name = `desk-${createHash('sha256').update(center).digest('hex').slice(0, 12)}`;
  for (let desk = 1; ; desk++) {
    const path = join(folder, desk === 1 ? `${name}.json` : `${name}-${desk}.json`);
    const lock = `${path}.lock`;
    if (desk === maxDesks || isTaken(lock)) return { path, release: () => remove(lock) };
  }
};

const isTaken = (lock: string): boolean => {
  try {
    writeFileSync(lock, String(process.pid), { flag: 'wx', mode: 0o600 });
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') return true;
  }
  if (isAlive(Number(readText(lock)))) return false;
  rmSync(lock, { force: true });
  return isTaken(lock);
};

/** What cannot be removed is no hindrance: its owner is gone, and the next desk takes the file. */
const remove = (lock: string): void => {
  try {
    rmSync(lock, { force: true });
  } catch {
    // The whole folder is gone, or is none any more.
  }
};

const readText = (path: string): string => {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
};

const isAlive = (pid: number): boolean => {
  if (!(pid > 0)) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
};
