import { copyFileSync, existsSync, readdirSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Kept } from '../../state/kept.ts';
import { isSurelyEnded } from '../process-mark.ts';
import { readFormerText } from './former-text.ts';
import type { Owner } from './owner.ts';

/**
 * What a desk of an earlier version kept: a folder with a file of JSON, or, earlier still, that file alone.
 *
 * It is moved aside first (`.coming`), so that its desk notices if it still runs, then brought into the file of its agent,
 * and then renamed once more (`.read`): no desk reads it again.
 */
export interface Former {
  /** Its path before it was moved aside. */
  readonly path: string;
  readonly isAside: boolean;
  /** Null if it was not recorded. */
  readonly owner: Owner | null;
  /** Its files, the oldest first, including those that its desk had taken over and not yet made its own. */
  readonly kept: readonly Kept[];
  /** A file that cannot be read; it is never deleted. */
  readonly damaged: readonly string[];
}

const KEPT = 'kept.json';
const ALIVE = 'alive';
const TAKEN_OVER = 'from-';
const COMING = '.coming';
const READ = '.read';

/** What earlier versions kept under `parent`. */
export function formerUnder(parent: string, prefix: string): readonly Former[] {
  const isOfDesk = new RegExp(`^${prefix}(-[0-9a-f]{8}|(-\\d)?\\.json)(\\${COMING})?$`);
  return namesIn(parent)
    .filter(name => isOfDesk.test(name))
    .map(name => readFormer(join(parent, name)))
    .filter(({ kept, damaged }) => kept.length + damaged.length > 0);
}

/** Whether its desk has certainly ended; if false, only its heartbeat shows. */
export function hasEnded({ path, isAside }: Former): boolean {
  if (isAside) return true;
  if (path.endsWith('.json')) return !isFormerDeskRunning(path);
  const alive = textOf(join(path, ALIVE));
  return alive === undefined || isSurelyEnded(alive);
}

/** The time of its desk's last heartbeat, in milliseconds; undefined if it has no heartbeat. */
export function beatOf({ path }: Former): number | undefined {
  return statSync(join(path, ALIVE), { throwIfNoEntry: false })?.mtimeMs;
}

/**
 * Moves it aside and reads it again, because its desk may have written meanwhile. Returns undefined if another desk was
 * quicker. Throws the system's error.
 */
export function moveAside(former: Former): Former | undefined {
  const { path, isAside } = former;
  if (isAside) return former;
  try {
    // A desk of that version looks for this when its folder is gone.
    if (!hasEnded(former)) copyFileSync(join(path, ALIVE), `${path}.taken`);
    renameSync(path, `${path}${COMING}`);
  } catch (error) {
    if (!existsSync(path)) return undefined;
    throw error;
  }
  return readFormer(`${path}${COMING}`);
}

/** Renames what was brought into a file of today. Returns the new names of damaged files. Throws the system's error. */
export function putAway({ path, damaged }: Former): readonly string[] {
  const aside = `${path}.unreadable`;
  for (const file of damaged) renameSync(file, aside);
  if (existsSync(`${path}${COMING}`)) renameSync(`${path}${COMING}`, `${path}${READ}`);
  rmSync(`${path}.lock`, { force: true });
  return damaged.length > 0 ? [aside] : [];
}

/** The names in a folder; none if it cannot be read. */
export function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder).sort();
  } catch {
    return [];
  }
}

function readFormer(at: string): Former {
  const isAside = at.endsWith(COMING);
  const path = isAside ? at.slice(0, -COMING.length) : at;
  return { path, isAside, ...(path.endsWith('.json') ? readFile(at, false) : readFolder(at)) };
}

function readFolder(folder: string): Omit<Former, 'path' | 'isAside'> {
  const nested = namesIn(folder)
    .filter(name => name.startsWith(TAKEN_OVER))
    .map(name => readFolder(join(folder, name)));
  const own = readFile(join(folder, KEPT), !existsSync(join(folder, ALIVE)));
  return {
    // If a desk was killed before it saved what it took over, the owner is that of the former desk.
    owner: own.owner ?? nested.find(({ owner }) => owner !== null)?.owner ?? null,
    kept: [...nested.flatMap(({ kept }) => kept), ...own.kept],
    damaged: [...nested.flatMap(({ damaged }) => damaged), ...own.damaged],
  };
}

/** `isInOrder`: its desk ended normally. */
function readFile(path: string, isInOrder: boolean): Omit<Former, 'path' | 'isAside'> {
  try {
    const { kept, owner, savedAt } = readFormerText(readFileSync(path, 'utf8'));
    const endedAt = isInOrder && savedAt !== undefined ? { endedAt: savedAt } : {};
    return { owner: owner ?? signedBy(kept), kept: [{ ...kept, ...endedAt }], damaged: [] };
  } catch (error) {
    const isMissing = (error as NodeJS.ErrnoException).code === 'ENOENT';
    return { owner: null, kept: [], damaged: isMissing ? [] : [path] };
  }
}

/**
 * Whether a desk of the earliest versions still writes this file. It recorded its process id, which another process may
 * have by now: only a process that is a desk counts.
 */
function isFormerDeskRunning(path: string): boolean {
  try {
    const pid = Number(readFileSync(`${path}.lock`, 'utf8'));
    if (!(pid > 0) || pid === process.pid) return false;
    process.kill(pid, 0);
    return /frontdesk/.test(readFileSync(`/proc/${pid}/cmdline`, 'utf8'));
  } catch {
    return false;
  }
}

/** The agent of these changes, if all their notes name the same one; null if unknown. */
function signedBy({ pending, journal }: Kept): Owner | null {
  const calls = [...pending, ...[...journal.undo, ...journal.redo].flatMap(({ forward }) => forward)];
  const agents = new Set(calls.flatMap(({ args }) => (args as { agentId?: number | null })?.agentId ?? []));
  const [id] = agents;
  return id !== undefined && agents.size === 1 ? { agent: { id, name: '' } } : null;
}

function textOf(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}
