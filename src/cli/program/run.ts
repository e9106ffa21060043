import type { Command } from 'commander';
import type { Shell } from '../shell.ts';

/** The work of a command: from its arguments and its flags, in this order, to the exit code. */
type Work = (shell: Shell, ...given: never[]) => number | Promise<number>;

/** The tools of a declared command: the parts of the process, and the function that takes its exit code. */
export interface Run {
  readonly shell: Shell;
  readonly done: (code: number) => void;
  /** Gives a command its work, which is loaded when it runs. */
  readonly runs: (command: Command, load: () => Promise<Work>) => void;
  /**
   * Adds `--database` to a command that works on a database of this machine alone. `named` is the one of the settings, if
   * they have one for it. Without any, it is refused while `frontdesk` opens a help center elsewhere.
   */
  readonly worksHere: (command: Command, named?: (shell: Shell) => string | undefined) => Command;
  /** The command takes the desk's settings, and works without those that are wrong, as the desk does. */
  readonly worksAnyway: (command: Command) => void;
  /** The command may name a profile that is nowhere yet. */
  readonly mayNameProfile: (command: Command) => void;
}
