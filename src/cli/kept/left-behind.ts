import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { Kept } from '../../state/kept.ts';
import { inDeskFolder } from './desk-folder.ts';
import { isFormerDeskRunning, signedBy } from './former-file.ts';
import type { Owner } from './owner.ts';
import { isSurelyEnded } from './process-mark.ts';
import { readKeptText } from './text.ts';

/** The state of another desk, running or ended. */
export interface Left {
  readonly path: string;
  /** Null if an earlier version did not record it. */
  readonly owner: Owner | null;
  /** Its files, the oldest first, including those that the desk had taken over and not yet made its own. */
  readonly kept: readonly Kept[];
  /** A file that cannot be read; it is never deleted. */
  readonly damaged: readonly string[];
}

const TAKEN_OVER = 'from-';

/** The folders under `parent` with these names, except the folder `own`. */
export function leftUnder(parent: string, prefix: string, own: string): readonly string[] {
  const isOfDesk = new RegExp(`^${prefix}(-[0-9a-f]{8}|(-\\d)?\\.json)$`);
  return namesIn(parent)
    .filter(name => isOfDesk.test(name))
    .map(name => join(parent, name))
    .filter(path => path !== own)
    .sort();
}

/** Reads the present contents. */
export function readLeft(path: string): Left {
  return path.endsWith('.json') ? readFormer(path) : readFolder(path);
}

/** What this folder has taken over and not yet made its own. */
export function takenOver(folder: string): readonly string[] {
  return namesIn(folder)
    .filter(name => name.startsWith(TAKEN_OVER))
    .map(name => join(folder, name))
    .sort();
}

/**
 * Moves it into the folder `own`, in one step; of several desks that try, one succeeds. Returns its new path; undefined
 * if another desk was quicker. Throws the system's error.
 */
export function takeOver(path: string, own: string): string | undefined {
  const into = join(own, `${TAKEN_OVER}${basename(path, '.json')}`);
  try {
    if (path.endsWith('.json')) moveFormer(path, into);
    else moveFolder(path, into);
    return into;
  } catch (error) {
    if (!existsSync(path)) return undefined;
    throw error;
  }
}

/** Whether its desk has certainly ended; if false, only its heartbeat shows. */
export function hasEnded(path: string): boolean {
  if (path.endsWith('.json')) return !isFormerDeskRunning(path);
  const alive = textOf(join(path, inDeskFolder.alive));
  return alive === undefined ? isFilled(path) : isSurelyEnded(alive);
}

/** The time of the desk's last heartbeat, in milliseconds; undefined if it has no heartbeat. */
export function beatOf(path: string): number | undefined {
  return statOf(join(path, inDeskFolder.alive))?.mtimeMs;
}

/** Changes whenever the files do. */
export function stampOf(path: string): string {
  const kept = statOf(path.endsWith('.json') ? path : join(path, inDeskFolder.kept));
  return [kept?.ino, kept?.mtimeMs, kept?.size, ...takenOver(path)].join();
}

/** Removes the marks left for desks that ended before they noticed that their folder was taken over. */
export function sweepMarks(parent: string, prefix: string): void {
  for (const name of namesIn(parent)) {
    if (!name.startsWith(prefix) || !name.endsWith(inDeskFolder.takenSuffix)) continue;
    const mark = textOf(join(parent, name));
    if (mark !== undefined && isSurelyEnded(mark)) rmSync(join(parent, name), { force: true });
  }
}

/** A folder that is just being made has neither. */
function isFilled(path: string): boolean {
  return existsSync(join(path, inDeskFolder.kept)) || takenOver(path).length > 0;
}

function moveFolder(path: string, into: string): void {
  const alive = join(path, inDeskFolder.alive);
  if (!hasEnded(path)) copyFileSync(alive, `${path}${inDeskFolder.takenSuffix}`);
  renameSync(path, into);
}

function moveFormer(path: string, into: string): void {
  mkdirSync(into, { recursive: true, mode: 0o700 });
  renameSync(path, join(into, inDeskFolder.kept));
  rmSync(`${path}.lock`, { force: true });
}

function readFolder(path: string): Left {
  const nested = takenOver(path).map(readFolder);
  const kept = join(path, inDeskFolder.kept);
  const isInOrder = !existsSync(join(path, inDeskFolder.alive));
  const own = readKept(kept, isInOrder);
  return {
    path,
    // If a desk was killed before it saved what it took over, the owner is that of the former desk.
    owner: own?.owner ?? nested.find(({ owner }) => owner !== null)?.owner ?? null,
    kept: [...nested.flatMap(left => left.kept), ...(own?.kept ? [own.kept] : [])],
    damaged: [...nested.flatMap(left => left.damaged), ...(own && !own.kept ? [kept] : [])],
  };
}

function readFormer(path: string): Left {
  const own = readKept(path, false);
  return {
    path,
    owner: own?.owner ?? null,
    kept: own?.kept ? [own.kept] : [],
    damaged: own && !own.kept ? [path] : [],
  };
}

/** Undefined if there is no file; without `kept`, the file is damaged. */
function readKept(path: string, isInOrder: boolean): { owner: Owner | null; kept?: Kept } | undefined {
  try {
    const { kept, owner, savedAt } = readKeptText(readFileSync(path, 'utf8'));
    return {
      owner: owner ?? signedBy(kept),
      kept: isInOrder && savedAt !== undefined ? { ...kept, endedAt: savedAt } : kept,
    };
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ENOENT' ? undefined : { owner: null };
  }
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

function statOf(path: string) {
  try {
    return statSync(path);
  } catch {
    return undefined;
  }
}

function textOf(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}
