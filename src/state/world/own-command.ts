import type { SafeBlock, SafeText } from '../../text/safe.ts';

/** The standard input of a command of the agent's, and the use of its output. */
export const commandInputs = ['conversation', 'message', 'draft', 'customer'] as const;
export const commandOutputs = ['insert', 'note', 'page', 'none'] as const;

/** A program of the agent's, from the table `[[commands]]` of the settings. */
export interface OwnCommand {
  readonly name: SafeText;
  /** The command line for `/bin/sh`. */
  readonly run: string;
  readonly input: (typeof commandInputs)[number];
  readonly output: (typeof commandOutputs)[number];
  /** Those of its own, as in the keymap. */
  readonly keys: readonly string[];
}

/** A command on its way. */
interface RunningCommand {
  readonly name: SafeText;
  /** When it was started, by the clock of `elapsed`. */
  readonly since: number;
  /** It was started from the box of a note or a mail. */
  readonly isInBox: boolean;
}

/** The agent's commands. */
export interface OwnCommands {
  /** Those of the settings; never changes. */
  readonly all: readonly OwnCommand[];
  /** At most one command runs at a time; null if no command runs. */
  readonly running: RunningCommand | null;
  /** The last page that a command has made, with its title; null if none has. */
  readonly page: { readonly what: SafeText; readonly text: SafeBlock } | null;
}
