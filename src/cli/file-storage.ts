import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Kept, Storage } from '../state/storage.ts';

/** A storage that knows whether what was saved last is on the disk. */
export interface FileStorage extends Storage {
  isKept(): boolean;
}

/**
 * Keeps drafts, unsent changes and the journal in one file of mode 0600, replaced as a whole so that a kill in the
 * middle leaves the former one. `onProblem` hears when it cannot be written; the desk goes on.
 */
export const fileStorage = (path: string, onProblem: (reason: string) => void): FileStorage => {
  let written = '';
  let isKept = true;
  return {
    load: () => read(path, onProblem),
    isKept: () => isKept,
    save: kept => {
      const text = JSON.stringify({ ...kept, drafts: [...kept.drafts] });
      if (text === written) return;
      isKept = false;
      try {
        mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
        writeFileSync(`${path}.new`, text, { mode: 0o600, flush: true });
        renameSync(`${path}.new`, path);
        written = text;
        isKept = true;
      } catch (error) {
        onProblem(`Drafts and unsent changes cannot be kept in ${path}: ${(error as NodeJS.ErrnoException).code}.`);
      }
    },
  };
};

const read = (path: string, onProblem: (reason: string) => void): Kept | null => {
  try {
    const { drafts, ...rest } = JSON.parse(readFileSync(path, 'utf8'));
    return { ...rest, drafts: new Map(drafts) };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    onProblem(`What was kept in ${path} cannot be read; it was left as ${path}.unreadable.`);
    try {
      renameSync(path, `${path}.unreadable`);
    } catch {
      // It stays where it is: nothing of it is overwritten before the next change is kept.
    }
    return null;
  }
};
