import { constants, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { access, type FileHandle, link, lstat, open, readdir, rename, stat, unlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { ArrivingFile, Disk, SavedFile } from '../../state/host.ts';
import { numberedFileName, safeFileName } from '../../text/file-name.ts';
import { type SafeText, safeLine, t } from '../../text/safe.ts';
import { atHome } from './complete-path.ts';

/** Opens a file with a program of the agent's. */
type OpenFile = (path: string) => Promise<void>;

/** The disk, and the work to do when the process ends. */
export interface OwnDisk extends Disk {
  /** Removes unfinished files and the private folder, at once. */
  close(): void;
}

const DOWNLOADS = '~/Downloads/';
const DAY_MS = 24 * 3_600_000;
/** More files of one name are not looked through. */
const MAX_NUMBER = 1_000;
const PART_NAME = /^\.frontdesk-[0-9a-f-]{36}\.part$/;
/** File systems without hard links answer so. */
const NO_LINKS: readonly unknown[] = ['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EMLINK', 'EINVAL'];

/** The disk of this machine. `newId` names unfinished files; `openFile` is absent without a program for it. */
export function createDisk(newId: () => string, openFile?: OpenFile | ''): OwnDisk {
  const unfinished = new Set<string>();
  const swept = new Set<string>();
  let own: string | undefined;
  const privateFolder = (): string => {
    if (own === undefined || !existsSync(own)) own = mkdtempSync(join(tmpdir(), 'frontdesk-'));
    return own;
  };
  return {
    folder: existsSync(atHome(DOWNLOADS)) ? DOWNLOADS : '~/',
    ...(openFile ? { open: openFile } : {}),
    whyNot: folderProblem,
    begin: async (chosen, name, fallback) => {
      const into = chosen === null ? privateFolder() : resolve(atHome(chosen));
      const part = join(into, `.frontdesk-${newId()}.part`);
      unfinished.add(part);
      const gone = (): void => void unfinished.delete(part);
      try {
        // Exclusive: neither a file nor a link of that name is followed. Appending: it can start again.
        const handle = await open(part, 'ax', 0o600);
        if (!swept.has(into)) void sweep(into);
        swept.add(into);
        return arrivingFile({ handle, part, into, name: safeFileName(name, fallback), gone });
      } catch (error) {
        gone();
        throw new Error(`${safeLine(into)}: ${systemReason(error)}`);
      }
    },
    close: () => {
      for (const part of unfinished) rmSync(part, { force: true });
      if (own !== undefined) rmSync(own, { recursive: true, force: true });
    },
  };
}

interface Arriving {
  readonly handle: FileHandle;
  readonly part: string;
  readonly into: string;
  readonly name: SafeText;
  readonly gone: () => void;
}

function arrivingFile({ handle, part, into, name, gone }: Arriving): ArrivingFile {
  return {
    write: bytes => withReason(handle.writeFile(bytes)),
    restart: () => withReason(handle.truncate(0)),
    finish: async () => {
      await withReason(handle.sync());
      await handle.close();
      const saved = await withReason(giveName(part, into, name));
      gone();
      return saved;
    },
    discard: async () => {
      await handle.close().catch(() => undefined);
      await unlink(part).catch(() => undefined);
      gone();
    },
  };
}

/** Never takes the name of another file, whenever that was made. */
async function giveName(part: string, into: string, name: SafeText): Promise<SavedFile> {
  for (let number = 1; number <= MAX_NUMBER; number += 1) {
    const own = number === 1 ? name : numberedFileName(name, number);
    const path = join(into, own);
    if (await isNamed(part, path)) return { path, name: own };
  }
  throw new Error(`there are ${MAX_NUMBER} files of the name ${name} already.`);
}

/** False if the name is taken, also by a link to nothing. A link fails then, but a rename would replace the file. */
async function isNamed(part: string, path: string): Promise<boolean> {
  try {
    await link(part, path);
  } catch (error) {
    const code = systemCode(error);
    if (code === 'EEXIST') return false;
    if (NO_LINKS.includes(code)) return isRenamed(part, path);
    throw error;
  }
  await unlink(part).catch(() => undefined);
  return true;
}

/** Without hard links: an empty file of its own holds the name until the rename. */
async function isRenamed(part: string, path: string): Promise<boolean> {
  try {
    await (await open(path, 'wx', 0o600)).close();
  } catch (error) {
    if (systemCode(error) === 'EEXIST') return false;
    throw error;
  }
  await rename(part, path);
  return true;
}

async function folderProblem(folder: string): Promise<SafeText | undefined> {
  const path = resolve(atHome(folder));
  const what = safeLine(folder);
  try {
    if (!(await stat(path)).isDirectory()) return t`${what} is not a folder.`;
    await access(path, constants.W_OK | constants.X_OK);
    return undefined;
  } catch (error) {
    if (systemCode(error) === 'ENOENT') return t`There is no folder ${what}.`;
    return t`Nothing can be saved in ${what}: ${safeLine(systemReason(error))}`;
  }
}

/** Removes remains of killed desks in the folder, older than a day. */
async function sweep(folder: string): Promise<void> {
  for (const name of await readdir(folder).catch(() => [])) {
    if (!PART_NAME.test(name)) continue;
    const path = join(folder, name);
    const found = await lstat(path).catch(() => undefined);
    if (found?.isFile() && Date.now() - found.mtimeMs > DAY_MS) await unlink(path).catch(() => undefined);
  }
}

async function withReason<Value>(work: Promise<Value>): Promise<Value> {
  try {
    return await work;
  } catch (error) {
    throw new Error(systemReason(error));
  }
}

const REASONS: Readonly<Record<string, string>> = {
  ENOSPC: 'the disk is full.',
  EDQUOT: 'your share of the disk is full.',
  EROFS: 'the disk is read-only.',
  EACCES: 'you may not write there.',
  EPERM: 'you may not write there.',
  ENOENT: 'the folder is gone.',
  EFBIG: 'the file is too large for this disk.',
  EIO: 'the disk fails.',
};

/** The meaning of the system’s error, as the end of a sentence. */
export function systemReason(error: unknown): string {
  const code = systemCode(error);
  return (
    REASONS[String(code)] ?? (code === undefined && error instanceof Error ? error.message : `the system says ${code}.`)
  );
}

/** The code of a system’s error; undefined of any other. */
export function systemCode(error: unknown): unknown {
  return (error as { code?: unknown }).code;
}
