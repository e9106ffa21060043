import type { CenterTold, MailTold } from './settings/table.ts';

/** The parts of the process that a command needs; tests pass in their own. */
export interface Shell {
  readonly environment: NodeJS.ProcessEnv;
  readonly stdin: NodeJS.ReadStream;
  readonly stdout: NodeJS.WriteStream;
  readonly stderr: NodeJS.WriteStream;
  readonly now: () => number;
  /** The settings file's section about the center; read before a command runs. */
  center?: CenterTold;
  /** The settings file's section about mail; absent without one, and then nothing of mail is loaded. */
  mail?: MailTold;
  /** The errors in the settings file, a sentence each. */
  faults?: readonly string[];
}
