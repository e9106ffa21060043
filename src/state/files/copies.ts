import type { AttachedFile } from './attached-file.ts';

/**
 * The private copies of files that go with unsent notes and replies. The methods reject with the reason, as a sentence.
 */
export interface FileCopies {
  /**
   * Copies the file at a path, or the files that were dropped on the terminal, as the agent typed it. If one is no
   * regular file, cannot be read, changes meanwhile, or if they have more than `maxBytes` together, no copy stays.
   */
  take(typed: string, maxBytes: number): Promise<readonly AttachedFile[]>;
  /** The bytes of a copy, from the first on. Rejects if it is gone. */
  read(file: AttachedFile): AsyncIterable<Uint8Array>;
  /**
   * They were sent (`sent`), or the agent does not want them (`dropped`). A copy is removed once no draft and no unsent
   * change of any desk names it, one that was sent an hour later: `z` may bring it back.
   */
  release(files: readonly AttachedFile[], why: 'sent' | 'dropped'): void;
}
