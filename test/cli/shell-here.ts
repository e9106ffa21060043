import { PassThrough, Writable } from 'node:stream';
import { vi } from 'vitest';
import { run } from '../../src/cli/main.ts';
import type { Shell } from '../../src/cli/shell.ts';
import type { Ended } from './run-shell.ts';

/** A shell for a command that runs in this process, and what the command has written. */
export interface ShellHere {
  readonly shell: Shell;
  readonly stdout: () => string;
  readonly stderr: () => string;
}

/** What is on the other side of the output. */
interface Reader {
  /** A terminal of so many columns; otherwise a pipe. */
  readonly columns?: number | undefined;
  /** It goes away after so many writes. */
  readonly readsOnly?: number;
}

/** Makes it. It sees this environment and no other; `input` is its standard input. */
export function shellHere(
  environment: NodeJS.ProcessEnv = {},
  input = '',
  { columns, readsOnly }: Reader = {},
): ShellHere {
  const streamTo = (limit = Number.POSITIVE_INFINITY) => {
    const parts: string[] = [];
    const stream = new Writable({
      write: (chunk, _encoding, done) => {
        if (parts.length >= limit) return done(Object.assign(new Error('nobody reads'), { code: 'EPIPE' }));
        parts.push(String(chunk));
        done();
      },
    });
    stream.on('error', () => undefined);
    const terminal = columns === undefined ? {} : { isTTY: true, columns };
    return { stream: Object.assign(stream, terminal) as unknown as NodeJS.WriteStream, said: () => parts.join('') };
  };
  const [stdout, stderr] = [streamTo(readsOnly), streamTo()];
  const stdin = new PassThrough();
  stdin.end(input);
  const shell: Shell = {
    args: [],
    environment,
    stdin: stdin as unknown as NodeJS.ReadStream,
    stdout: stdout.stream,
    stderr: stderr.stream,
    now: Date.now,
  };
  return { shell, stdout: stdout.said, stderr: stderr.said };
}

/** Runs a command in this process. It sees this environment and no other; `input` is its standard input. */
export async function runHere(
  args: readonly string[],
  environment: NodeJS.ProcessEnv = {},
  input = '',
): Promise<Ended> {
  const { shell, stdout, stderr } = shellHere(environment, input);
  const code = await run(shell, args);
  return { code, stdout: stdout(), stderr: stderr() };
}

/** Runs a command in this process as `runHere` does; the process itself has the variables of `env` meanwhile, too. */
export async function runWithEnv(
  args: readonly string[],
  { env, input }: { readonly env: Readonly<Record<string, string>>; readonly input?: string },
): Promise<Ended> {
  for (const [name, value] of Object.entries(env)) vi.stubEnv(name, value);
  try {
    return await runHere(args, env, input);
  } finally {
    vi.unstubAllEnvs();
  }
}
