import type { Command } from 'commander';
import type { Shell } from '../shell.ts';

/** What a declared command is given: the parts of the process, and where its exit code goes. */
export interface Run {
  readonly shell: Shell;
  readonly done: (code: number) => void;
  /** The command takes the desk's settings, and works without those that are wrong, as the desk does. */
  readonly worksAnyway: (command: Command) => void;
  /** The command may name a profile that is nowhere yet. */
  readonly mayNameProfile: (command: Command) => void;
}
