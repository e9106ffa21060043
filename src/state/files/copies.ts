import type { AttachedFile } from './attached-file.ts';

/**
 * The private copies of files that go with unsent notes and replies. The methods reject with the reason, as a sentence.
 */
export interface FileCopies {
  /**
   * Copies the file at a path, as the agent typed it. Rejects what is no regular file, cannot be read, changes
   * meanwhile, or has more than `maxBytes`: nothing of it stays then.
   */
  take(path: string, maxBytes: number): Promise<AttachedFile>;
  /** The bytes of a copy, from the first on. Rejects if it is gone. */
  read(file: AttachedFile): AsyncIterable<Uint8Array>;
  /** Removes the copies that no draft and no unsent change of any desk names, once `z` no longer needs them. */
  sweep(): void;
}
