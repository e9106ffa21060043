import { readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import * as v from 'valibot';
import type { ViewsEdit, ViewsEdited } from '../../state/query/view-edits.ts';
import type { SavedView } from '../../state/world/query.ts';
import { safeLine } from '../../text/safe.ts';
import { makeFolder } from '../paths.ts';
import { NotPrivate, PRIVATE, readPrivate, writePrivate } from '../private-file.ts';
import { isSurelyEnded, ownMark } from '../process-mark.ts';
import { putAside } from './sqlite-file.ts';

interface ViewsFileOptions {
  readonly path: string;
  /** The help center, for a person who reads the file. */
  readonly center: string;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

/** The saved views of one help center, in a file that all desks on it share. */
export interface ViewsFile {
  /** The present views, and the faults of the file; never throws. */
  read(): { readonly saved: readonly SavedView[]; readonly fault?: string };
  /** Changes the present views, also those of other desks. Rejects if they cannot be kept. */
  change(edit: ViewsEdit): Promise<ViewsEdited>;
}

const Content = v.object({
  views: v.array(v.object({ name: v.pipe(v.string(), v.nonEmpty()), filter: v.string() })),
});

/** How long a desk waits for another one that writes the file, in milliseconds, and how often it looks. */
const MAX_WAIT_MS = 2_000;
const LOOK_MS = 20;
/** A lock older than this was left by a desk that ended: a write takes milliseconds. */
const MAX_LOCK_AGE_MS = 10_000;

/** Makes it; nothing is read or written before the first call. */
export function createViewsFile({ path, center, now }: ViewsFileOptions): ViewsFile {
  const read = (): ReturnType<ViewsFile['read']> => {
    let text: string;
    try {
      // Agents copy it to other machines: others may read it.
      text = readPrivate(path, { mask: PRIVATE.unwritable });
    } catch (error) {
      if (codeOf(error) === 'ENOENT') return { saved: [] };
      throw error instanceof NotPrivate ? new Error(`${path} ${error.message}.`) : error;
    }
    const saved = savedIn(text);
    if (saved) return { saved };
    // It is never overwritten: a person may still be able to read it.
    const aside = putAside(path, now());
    const fault = `The file of the saved views is damaged. It is kept as ${aside}; the desk goes on without its views.`;
    return { saved: [], fault };
  };
  return {
    read: () => {
      try {
        return read();
      } catch (error) {
        const { code, message } = error as NodeJS.ErrnoException;
        const fault = code === undefined ? `The saved views cannot be read: ${message}` : undefined;
        return { saved: [], fault: fault ?? `The saved views in ${path} cannot be read: ${code}.` };
      }
    },
    change: async edit => {
      makeFolder(dirname(path), 'XDG_CONFIG_HOME');
      return locked(`${path}.lock`, () => {
        const before = read().saved;
        const edited = edit(before);
        if ('saved' in edited && edited.saved !== before)
          writePrivate(path, fileText(center, edited.saved), { unfinished: `${path}.new` });
        return edited;
      });
    },
  };
}

function codeOf(error: unknown): string {
  return (error as NodeJS.ErrnoException).code ?? String(error);
}

/** The saved views in the text of a file of views; undefined if it is not such a file. */
export function savedIn(text: string): readonly SavedView[] | undefined {
  try {
    const { success, output } = v.safeParse(Content, JSON.parse(text));
    if (!success) return undefined;
    return output.views.map(({ name, filter }) => ({ name: safeLine(name), filter }));
  } catch {
    return undefined;
  }
}

function fileText(center: string, saved: readonly SavedView[]): string {
  const views = saved.map(({ name, filter }) => ({ name, filter }));
  return `${JSON.stringify({ center, views }, null, 2)}\n`;
}

/** Runs it while no other desk does. */
async function locked<Result>(lock: string, run: () => Result): Promise<Result> {
  for (let waitedMs = 0; !takeLock(lock); waitedMs += LOOK_MS) {
    if (waitedMs >= MAX_WAIT_MS) throw new Error(`another desk is writing them. If none runs, delete ${lock}.`);
    await sleep(LOOK_MS);
  }
  try {
    return run();
  } finally {
    rmSync(lock, { force: true });
  }
}

function takeLock(lock: string): boolean {
  try {
    writeFileSync(lock, ownMark(), { flag: 'wx', mode: 0o600 });
    return true;
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error;
    if (isLeft(lock)) rmSync(lock, { force: true });
    return false;
  }
}

/** Whether the desk that took this lock has ended. */
function isLeft(lock: string): boolean {
  try {
    const age = Date.now() - statSync(lock).mtimeMs;
    return age > MAX_LOCK_AGE_MS || isSurelyEnded(readFileSync(lock, 'utf8'));
  } catch {
    return false;
  }
}
