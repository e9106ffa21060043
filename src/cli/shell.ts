/** What a command needs of the process around it; tests hand in their own. */
export interface Shell {
  readonly environment: NodeJS.ProcessEnv;
  readonly stdin: NodeJS.ReadStream;
  readonly stdout: NodeJS.WriteStream;
  readonly stderr: NodeJS.WriteStream;
  readonly now: () => number;
}
