import type { ProgramEnd } from './run-program.ts';

/** The limits of the agent's own commands: their time, and the bytes of their output. */
const LIMITS = { limitMs: 60_000, maxBytes: 65_536 };

interface Given {
  readonly environment: NodeJS.ProcessEnv;
  readonly stdin: string;
  readonly stop?: AbortSignal;
}

/** Runs a command of the agent's within its limits. Nothing of this is loaded before the first one runs. */
export async function runCommand(run: string, given: Given): Promise<ProgramEnd> {
  const { runProgram } = await import('./run-program.ts');
  return runProgram(run, { ...LIMITS, ...given });
}
