import { safeBlock } from '../text/safe.ts';
import { crash } from './crash.ts';
import { createProgram, usageCode } from './program.ts';
import type { Shell } from './shell.ts';
import { exitCode, ShellError } from './shell-error.ts';

/** Runs one shell command and sets the process's exit code. `bin/frontdesk.js` calls it with the arguments. */
export const main = async (args: readonly string[]): Promise<void> => {
  const { env, stdin, stdout, stderr } = process;
  const shell = { environment: env, stdin, stdout, stderr, now: Date.now };
  for (const event of ['uncaughtException', 'unhandledRejection'] as const) {
    process.on(event, (error: unknown) => {
      // The desk listens too: it has a terminal to give back first.
      if (process.listenerCount(event) === 1) process.exit(crash(shell, error));
    });
  }
  process.exitCode = await run(shell, args);
};

/** The same with everything around it handed in: gives the exit code. */
export const run = async (shell: Shell, args: readonly string[]): Promise<number> => {
  let code: number = exitCode.done;
  const program = createProgram(shell, ended => {
    code = ended;
  });
  try {
    await program.parseAsync(args, { from: 'user' });
    return code;
  } catch (error) {
    const usage = usageCode(error);
    if (usage !== undefined) return usage;
    if (!(error instanceof ShellError)) return crash(shell, error);
    shell.stderr.write(`frontdesk: ${safeBlock(error.message)}\n`);
    return error.code;
  }
};
