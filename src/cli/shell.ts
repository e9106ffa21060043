import type { OwnKeys } from '../keys/own-keys.ts';
import type { OwnCommand } from '../state/world/own-command.ts';
import type { EarlyTerminal } from '../terminal/early-terminal.ts';
import type { CacheTold } from './settings/cache-table.ts';
import type { CenterTold, MailTold } from './settings/table.ts';

/** A frame of the last desk that is on the screen before this one is loaded. */
export interface FirstFrame {
  readonly terminal: EarlyTerminal;
  /** The target of a key that the agent types meanwhile. */
  readonly aim: string;
}

/** The parts of the process that a command needs; tests pass in their own. */
export interface Shell {
  /** The arguments as they were typed. */
  readonly args: readonly string[];
  readonly environment: NodeJS.ProcessEnv;
  readonly stdin: NodeJS.ReadStream;
  readonly stdout: NodeJS.WriteStream;
  readonly stderr: NodeJS.WriteStream;
  readonly now: () => number;
  /** The frame that is on the terminal already. */
  readonly firstFrame?: FirstFrame | undefined;
  /** Keeps the compiled code of all that has run by now, for the next start. */
  readonly keepCode?: (() => void) | undefined;
  /** The settings file's section about the cache; read before a command runs. */
  cache?: CacheTold;
  /** The settings file's section about the center; read before a command runs. */
  center?: CenterTold;
  /** The settings file's section about mail; absent without one, and then nothing of mail is loaded. */
  mail?: MailTold;
  /** The profile whose settings and sign-in count first; read before a command runs. */
  profile?: string | undefined;
  /** The file with further authorities, which this thread trusts already. */
  caFile?: string | undefined;
  /** The agent's own keys; absent if the settings file has none. */
  keys?: OwnKeys | undefined;
  /** The agent's commands; absent if the settings file has none. */
  commands?: readonly OwnCommand[] | undefined;
  /** The errors in the settings file’s tables of them, a sentence each. */
  keyFaults?: readonly string[];
  /** The errors in the settings file, a sentence each. */
  faults?: readonly string[];
}
