import { createHash, randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, renameSync, rmSync, unlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ownMark } from './process-mark.ts';

/** The names inside a desk's folder, and of the mark beside one that was taken from a desk that may still live. */
export const inDeskFolder = { kept: 'kept.json', alive: 'alive', takenSuffix: '.taken' } as const;

/** What the names of all that is kept for a help center (its address, or its database) begin with. */
export function deskPrefix(center: string): string {
  return `desk-${createHash('sha256').update(center).digest('hex').slice(0, 12)}`;
}

/**
 * A folder that one desk writes in and nobody else. Another desk takes it over by renaming it, all at once: whatever
 * the first one writes after that fails, so it can neither write nor send what it no longer has.
 */
export interface DeskFolder {
  /** Where it is now; after it was taken over, where the next one will be. */
  path(): string;
  /** False: it was never made, or somebody removed it or took it over. */
  isThere(): boolean;
  /** Makes it if it is not there. Throws what the system says. */
  open(): void;
  /** Replaces the kept file as a whole. False: another desk has taken the folder over. Throws what the system says. */
  write(text: string): boolean;
  /** Shows that the desk lives. False: another desk has taken the folder over. */
  beat(): boolean;
  /** Leaves it to the next desk, or removes it if nothing is in it that matters. */
  release(isEmpty: boolean): void;
}

/** The folder of a new desk, under `parent`; nothing is made yet. */
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
  /** The mark is there before the folder is taken. Without it, somebody removed the folder: it is made again. */
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
        // The time itself does not matter: others see only that it changes. It needs no room on the disk.
        const now = new Date();
        if (isMade) utimesSync(join(path, inDeskFolder.alive), now, now);
      } catch {
        // A desk that cannot show that it lives may lose its folder, and then hears of it.
      }
      return true;
    },
    release: isEmpty => {
      try {
        if (isEmpty) rmSync(path, { recursive: true, force: true });
        else unlinkSync(join(path, inDeskFolder.alive));
      } catch {
        // The folder is gone, or takes no changes: the next desk finds that this process has ended.
      }
    },
  };
}
