import { createHash, randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, renameSync, rmSync, unlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ownMark } from './process-mark.ts';

/** The names inside a desk's folder, and the mark beside a folder that was taken from a desk that may still run. */
export const inDeskFolder = { kept: 'kept.json', alive: 'alive', takenSuffix: '.taken' } as const;

/** The common beginning of all names stored for a help center (its address, or its database). */
export function deskPrefix(center: string): string {
  return `desk-${shortHash(center)}`;
}

/** The name of the file of a help center's saved views. */
export function viewsName(center: string): string {
  return `views-${shortHash(center)}`;
}

function shortHash(center: string): string {
  return createHash('sha256').update(center).digest('hex').slice(0, 12);
}

/**
 * A folder that only one desk writes to. Another desk takes it over by renaming it, in one step: later writes of the
 * first desk fail, so it can neither write nor send what it no longer owns.
 */
export interface DeskFolder {
  /** Its present path; after it was taken over, the path of the next one. */
  path(): string;
  /** False if it was never made, or was removed or taken over. */
  isThere(): boolean;
  /** Makes it if it does not exist. Throws the system's error. */
  open(): void;
  /**
   * Replaces the kept file as a whole. Returns false if another desk has taken the folder over. Throws the system's
   * error.
   */
  write(text: string): boolean;
  /** Updates the heartbeat. Returns false if another desk has taken the folder over. */
  beat(): boolean;
  /** Leaves it to the next desk, or removes it if it contains nothing of importance. */
  release(isEmpty: boolean): void;
}

/** The folder of a new desk, under `parent`; it is not made yet. */
export function createDeskFolder(parent: string, prefix: string): DeskFolder {
  const newPath = () => join(parent, `${prefix}-${randomBytes(4).toString('hex')}`);
  let path = newPath();
  let isMade = false;
  const open = (): void => {
    if (isMade) return;
    mkdirSync(path, { recursive: true, mode: 0o700 });
    writeFileSync(join(path, inDeskFolder.alive), ownMark(), { mode: 0o600 });
    isMade = true;
  };
  /**
   * The mark is written before the folder is taken. A folder missing without a mark was removed by a person: it is made
   * again.
   */
  const wasTaken = (): boolean => {
    if (existsSync(path)) return false;
    const mark = `${path}${inDeskFolder.takenSuffix}`;
    const isTaken = isMade && existsSync(mark);
    isMade = false;
    if (!isTaken) return false;
    path = newPath();
    rmSync(mark, { force: true });
    return true;
  };
  const replace = (text: string): void => {
    open();
    const kept = join(path, inDeskFolder.kept);
    writeFileSync(`${kept}.new`, text, { mode: 0o600, flush: true });
    renameSync(`${kept}.new`, kept);
  };
  return {
    path: () => path,
    isThere: () => isMade && existsSync(path),
    open,
    write: text => {
      try {
        replace(text);
      } catch (error) {
        if (wasTaken()) return false;
        if (isMade) throw error;
        replace(text);
      }
      return true;
    },
    beat: () => {
      if (wasTaken()) return false;
      try {
        // Only the change of the time matters, not the time itself. It needs no room on the disk.
        const now = new Date();
        if (isMade) utimesSync(join(path, inDeskFolder.alive), now, now);
      } catch {
        // A desk that cannot update its heartbeat may lose its folder, and is then told so.
      }
      return true;
    },
    release: isEmpty => {
      try {
        if (isEmpty) rmSync(path, { recursive: true, force: true });
        else unlinkSync(join(path, inDeskFolder.alive));
      } catch {
        // The folder is gone, or is read-only: the next desk finds that this process has ended.
      }
    },
  };
}
