import { safeBlock } from '../text/safe.ts';
import { createProgram, usageCode, withHelp } from './program/program.ts';
import { crash, reportCrash } from './report.ts';
import type { FirstFrame, Shell } from './shell.ts';
import { exitCode, ShellError } from './shell-error.ts';

/**
 * Runs one shell command and sets the process's exit code. `bin/frontdesk.js` calls it with the arguments, the painted
 * first frame, and the function that keeps the compiled code for the next start.
 */
export async function main(args: readonly string[], firstFrame?: FirstFrame, keepCode?: () => void): Promise<void> {
  const { env, stdin, stdout } = process;
  // An empty variable counts as not set, as everywhere.
  for (const name of Object.keys(env)) if (name.startsWith('FRONTDESK_') && env[name] === '') delete env[name];
  const stderr = firstFrame && process.stderr.isTTY ? saidLater(firstFrame) : process.stderr;
  const shell = { args, environment: env, stdin, stdout, stderr, now: Date.now, firstFrame, keepCode };
  firstFrame?.terminal.reportWith(error => reportCrash(shell, error));
  for (const event of ['uncaughtException', 'unhandledRejection'] as const) {
    process.on(event, (error: unknown) => {
      // The desk listens too: it has to give the terminal back first.
      if (process.listenerCount(event) === 1) process.exit(crash(shell, error));
    });
  }
  const output = watchOutput(shell);
  const code = await run(shell, args);
  process.exitCode = code === exitCode.done && output.hasFailed() ? exitCode.failed : code;
  firstFrame?.terminal.lifecycle.quit(process.exitCode);
}

/** Output during a frame on the terminal is printed when the terminal is given back. */
function saidLater({ terminal }: FirstFrame): NodeJS.WriteStream {
  const write = (text: string) => {
    terminal.tell(text);
    return true;
  };
  return Object.create(process.stderr, { write: { value: write } });
}

/**
 * A closed pipe does not end a command: its reader has read enough. A full disk is reported. The desk, on a terminal,
 * handles both itself.
 */
function watchOutput({ stdout, stderr }: Shell) {
  let hasFailed = false;
  const onError = (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE' || hasFailed) return;
    hasFailed = true;
    process.exitCode ||= exitCode.failed;
    stderr.write(`frontdesk: What was said could not be written (${error.code}).\n`);
  };
  for (const stream of [stdout, stderr]) if (!stream.isTTY) stream.on('error', onError);
  return { hasFailed: () => hasFailed };
}

/** The same with its surroundings passed in; returns the exit code. */
export async function run(shell: Shell, args: readonly string[]): Promise<number> {
  let code: number = exitCode.done;
  const done = (ended: number) => {
    code = ended;
  };
  try {
    const program = createProgram(shell, done, args);
    await program.parseAsync(withHelp(program, args), { from: 'user' });
    return code;
  } catch (error) {
    const usage = usageCode(error);
    if (usage !== undefined) return usage;
    if (!(error instanceof ShellError)) return crash(shell, error);
    shell.stderr.write(`frontdesk: ${safeBlock(error.message)}\n`);
    return error.code;
  }
}
