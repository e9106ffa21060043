import { existsSync } from 'node:fs';
import { type FileHandle, mkdir, open, rename, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { safeLine } from '../../../text/safe.ts';
import { exitCode, ShellError } from '../../shell-error.ts';

/** Where an export goes: all of it, or nothing. */
export interface ExportPlace {
  /** Adds to the one file, `name`. Returns false if there is no reader any more. */
  add(name: string, bytes: string | Uint8Array): Promise<boolean>;
  /** Makes a file of its own; absent: there is no place for any. */
  readonly put?: (name: string, bytes: AsyncIterable<Uint8Array> | Iterable<Uint8Array>) => Promise<void>;
  /** The written files count from now on. */
  finish(): Promise<void>;
  /** Nothing of it stays. */
  abandon(): Promise<void>;
}

const FAULTS: Readonly<Record<string, string>> = {
  ENOSPC: 'the disk is full',
  EDQUOT: 'your quota is used up',
  EFBIG: 'the file would be too large',
  EACCES: 'you may not write there',
  EPERM: 'you may not write there',
  EROFS: 'the disk can only be read',
  ENOENT: 'the folder is not there',
  ENOTDIR: 'the folder is not there',
  EIO: 'the disk fails',
};

/** The sentence for a failure of the system at this place; any other error as it is. */
export function atPlace(folder: string, error: unknown): unknown {
  const reason = FAULTS[(error as NodeJS.ErrnoException).code ?? ''];
  if (reason === undefined) return error;
  return new ShellError(`Nothing was exported to ${safeLine(folder)}: ${reason}.`, exitCode.failed, { cause: error });
}

/**
 * Opens a new folder. It is written beside its place under another name, and moved there as a whole. The remains of a
 * killed export are removed. A failure of the disk throws a sentence.
 */
export async function openFolder(given: string): Promise<ExportPlace> {
  const folder = resolve(given);
  if (existsSync(folder))
    throw new ShellError(`${safeLine(given)} is there already. Name a new folder. Nothing was exported.`);
  const unfinished = join(dirname(folder), `.${basename(folder)}.unfinished`);
  const tell = (error: unknown) => {
    throw atPlace(given, error);
  };
  await rm(unfinished, { recursive: true, force: true }).catch(tell);
  await mkdir(unfinished, { mode: 0o700 }).catch(tell);
  const made = new Set<string>();
  let main: FileHandle | undefined;
  return {
    add: async (name, bytes) => {
      main ??= await open(join(unfinished, name), 'wx', 0o600).catch(tell);
      await main.writeFile(bytes).catch(tell);
      return true;
    },
    put: async (name, bytes) => {
      const path = join(unfinished, name);
      if (!made.has(dirname(path))) await mkdir(dirname(path), { recursive: true, mode: 0o700 }).catch(tell);
      made.add(dirname(path));
      await writeFile(path, bytes, { flag: 'wx', mode: 0o600 }).catch(tell);
    },
    finish: async () => {
      await main?.sync().catch(tell);
      await main?.close();
      await rename(unfinished, folder).catch(tell);
      const parent = await open(dirname(folder), 'r');
      await parent.sync().finally(() => parent.close());
    },
    abandon: async () => {
      await main?.close();
      await rm(unfinished, { recursive: true, force: true });
    },
  };
}
