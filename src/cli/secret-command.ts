import { type ChildProcess, spawn } from 'node:child_process';
import { childEnvironment } from './secrets.ts';
import type { Shell } from './shell.ts';
import { exitCode, ShellError } from './shell-error.ts';

/** How long a command may take: a person may have to unlock something for it. */
const LIMIT_MS = 60_000;
/** No secret is so long. */
const MAX_CHARACTERS = 64_000;

/** The output of a command, or a clause that says how it failed, without its output. */
type Printed = { readonly line: string } | { readonly failed: string };

interface RunOptions {
  /** The kind of secret, for messages. */
  readonly what: 'token' | 'password';
  readonly environment: NodeJS.ProcessEnv;
  /** The standard input of this process is the command's. By default the command has a process group of its own. */
  readonly hasTerminal?: boolean | undefined;
  /** Receives its standard error. */
  readonly onSaid?: ((chunk: Buffer) => void) | undefined;
  readonly limitMs?: number | undefined;
  /** Ends it. */
  readonly stop?: AbortSignal | undefined;
}

/** Runs a command that prints a secret by `/bin/sh`, and takes the first line. */
export async function printedBy(
  command: string,
  { what, environment, hasTerminal = false, onSaid = () => undefined, limitMs = LIMIT_MS, stop }: RunOptions,
): Promise<Printed> {
  const child = spawn('/bin/sh', ['-c', command], {
    env: childEnvironment(environment),
    stdio: [hasTerminal ? 'inherit' : 'ignore', 'pipe', 'pipe'],
    // A command that asks at the terminal must stay in the group that may read there.
    detached: !hasTerminal,
    ...(stop && { signal: stop }),
  });
  let printed = '';
  child.stderr!.on('data', onSaid);
  const ended = Promise.withResolvers<string | undefined>();
  const { resolve } = ended;
  const timer = setTimeout(() => resolve(`took longer than ${limitMs / 1_000} seconds`), limitMs);
  child.stdout!.setEncoding('utf8').on('data', (text: string) => {
    printed += text;
    if (printed.length > MAX_CHARACTERS) resolve(`printed more than a ${what}`);
  });
  child.once('error', () => resolve('cannot be started'));
  child.once('close', (code, signal) =>
    resolve(code === 0 ? undefined : `ended with ${signal ?? `exit code ${code}`}`),
  );
  const broken = await ended.promise;
  clearTimeout(timer);
  const line = printed.split('\n', 1)[0]!.trim();
  const failed = broken ?? (line === '' ? `printed no ${what}` : undefined);
  if (failed === undefined) return { line };
  end(child, !hasTerminal);
  return { failed };
}

/** Ends it with everything it has started, which may still hold the pipes. */
function end(child: ChildProcess, isGroup: boolean): void {
  try {
    if (isGroup && child.pid !== undefined) process.kill(-child.pid, 'SIGKILL');
    else child.kill();
  } catch {
    // It has ended already.
  }
  child.stdout?.destroy();
  child.stderr?.destroy();
  child.unref();
}

interface TokenOptions {
  /** No question can be asked, and nothing may be written to the terminal. */
  readonly isUnattended?: boolean | undefined;
  readonly limitMs?: number;
}

/** The token that a command prints. Its standard error goes to the person. Throws a sentence if it fails. */
export async function runTokenCommand(
  command: string,
  { environment, stdin, stderr }: Pick<Shell, 'environment' | 'stdin' | 'stderr'>,
  { isUnattended = false, limitMs }: TokenOptions = {},
): Promise<string> {
  const printed = await printedBy(command, {
    what: 'token',
    environment,
    // Standard input may be the input of our own command. A terminal is for the person to unlock something.
    hasTerminal: Boolean(stdin.isTTY) && !isUnattended,
    onSaid: chunk => isUnattended || stderr.write(chunk),
    limitMs,
  });
  if ('line' in printed) return printed.line;
  throw new ShellError(
    `The token command ${printed.failed}. Nothing was sent. Run it by hand to see why.`,
    exitCode.failed,
  );
}
