import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { clearFrames } from '../first-frame/frame-file.ts';
import { isCacheName, namesInFolder } from '../kept/names.ts';
import { throwAway } from './cache-file.ts';

/** A locked cache is erased after this time. */
const KEPT_MS = 30 * 24 * 3_600_000;

/**
 * The file beside a cache that covers it, and the frames of its agent, from when the help center no longer took the
 * token. It holds that time.
 */
export function coverPath(cache: string): string {
  return `${cache}-covered`;
}

/** Whether a cache is covered. */
export function isCoverOf(cache: string): boolean {
  return existsSync(coverPath(cache));
}

/** Covers a cache; a former cover keeps its time. */
export function writeCover(cache: string, now: number): void {
  try {
    mkdirSync(dirname(cache), { recursive: true, mode: 0o700 });
    writeFileSync(coverPath(cache), `${now}\n`, { flag: 'wx', mode: 0o600 });
  } catch (error) {
    // A cache that cannot be locked must not be there.
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') eraseCache(cache);
  }
}

/** Shows a cache again. */
export function removeCover(cache: string): void {
  rmSync(coverPath(cache), { force: true });
}

/** Removes a cache and the frames of its agent. Returns how many bytes they took. */
export function eraseCache(cache: string): number {
  return throwAway(cache) + clearFrames(dirname(cache), coverPath(cache));
}

/** Removes the caches that were covered too long ago. */
export function eraseLongCovered(folder: string, now: number): void {
  for (const name of namesInFolder(folder).filter(isCacheName)) {
    const cache = join(folder, name);
    if (isCoverOf(cache) && !(now - sinceOf(cache) < KEPT_MS)) eraseCache(cache);
  }
}

function sinceOf(cache: string): number {
  try {
    return Number(readFileSync(coverPath(cache), 'utf8'));
  } catch {
    return Number.NaN;
  }
}
