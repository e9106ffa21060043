/** The shell's exit codes, the same for every command. */
export const exitCode = { done: 0, failed: 1, usage: 2, unreachable: 3 } as const;

/** Ends a command with one sentence on stderr and a true exit code. */
export class ShellError extends Error {
  readonly code: number;

  constructor(message: string, code: number = exitCode.usage) {
    super(message);
    this.code = code;
  }
}
