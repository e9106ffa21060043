import { PassThrough, Writable } from 'node:stream';
import type { Shell } from '../../src/cli/shell.ts';

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
