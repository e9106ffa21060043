import { spawn } from 'node:child_process';
import { childEnvironment } from '../secrets.ts';
import type { Shell } from '../shell.ts';
import { exitCode, ShellError } from '../shell-error.ts';

/** How long a token command may take: a person may have to unlock something for it. */
const LIMIT_MS = 60_000;
/** No token is so long. */
const MAX_CHARACTERS = 64_000;

interface RunOptions {
  /** Nobody can be asked for anything, and nothing may be written to the terminal. */
  readonly isUnattended?: boolean | undefined;
  readonly limitMs?: number;
}

/**
 * Runs a token command by `/bin/sh` and returns the first line that it prints. What it says on stderr goes
 * to the person. Throws a sentence, without its output, if it fails or that line is empty.
 */
export async function runTokenCommand(
  command: string,
  { environment, stdin, stderr }: Pick<Shell, 'environment' | 'stdin' | 'stderr'>,
  { isUnattended = false, limitMs = LIMIT_MS }: RunOptions = {},
): Promise<string> {
  // Standard input may carry what the command of ours reads. A terminal is for the person to unlock something.
  const ask = stdin.isTTY && !isUnattended ? 'inherit' : 'ignore';
  const child = spawn('/bin/sh', ['-c', command], {
    env: childEnvironment(environment),
    stdio: [ask, 'pipe', 'pipe'],
  });
  let printed = '';
  child.stderr.on('data', chunk => isUnattended || stderr.write(chunk));
  const ended = Promise.withResolvers<string | undefined>();
  const { resolve } = ended;
  const timer = setTimeout(() => resolve(`took longer than ${limitMs / 1_000} seconds`), limitMs);
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    printed += text;
    if (printed.length > MAX_CHARACTERS) resolve('printed more than a token');
  });
  child.once('error', () => resolve('cannot be started'));
  child.once('close', (code, signal) =>
    resolve(code === 0 ? undefined : `ended with ${signal ?? `exit code ${code}`}`),
  );
  const failed = await ended.promise;
  clearTimeout(timer);
  const token = printed.split('\n', 1)[0]!.trim();
  const how = failed ?? (token === '' ? 'printed no token' : undefined);
  if (how !== undefined) {
    end(child);
    throw new ShellError(`The token command ${how}. Nothing was sent. Run it by hand to see why.`, exitCode.failed);
  }
  return token;
}

/** What it has started may still hold the pipes. */
function end(child: ReturnType<typeof spawn>): void {
  child.kill();
  child.stdout?.destroy();
  child.stderr?.destroy();
  child.unref();
}
