/** The shell's exit codes, the same for every command. */
export const exitCode = { done: 0, failed: 1, usage: 2, unreachable: 3 } as const;

/** Ends a command with one sentence on stderr and a true exit code. `cause`: the failed call that it tells of. */
export class ShellError extends Error {
  readonly code: number;

  constructor(message: string, code: number = exitCode.usage, options: { readonly cause?: unknown } = {}) {
    super(message, options);
    this.code = code;
  }
}
