import type { Shell } from '../shell.ts';

/** What a declared command is given: the parts of the process, and where its exit code goes. */
export interface Run {
  readonly shell: Shell;
  readonly done: (code: number) => void;
}
