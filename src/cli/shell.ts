import type { CenterTold } from './settings/table.ts';

/** What a command needs of the process around it; tests hand in their own. */
export interface Shell {
  readonly environment: NodeJS.ProcessEnv;
  readonly stdin: NodeJS.ReadStream;
  readonly stdout: NodeJS.WriteStream;
  readonly stderr: NodeJS.WriteStream;
  readonly now: () => number;
  /** What the settings file says of the center; read before a command runs. */
  center?: CenterTold;
  /** What is wrong in the settings file, a sentence each. */
  faults?: readonly string[];
}
