import { PassThrough } from 'node:stream';
import type { Shell } from '../../src/cli/shell.ts';

/** A shell for a command that runs in this process, and what the command has written. */
export interface ShellHere {
  readonly shell: Shell;
  readonly stdout: () => string;
  readonly stderr: () => string;
}

/** Makes it, without a terminal. It sees this environment and no other; `input` is its standard input. */
export function shellHere(environment: NodeJS.ProcessEnv = {}, input = ''): ShellHere {
  const said = { stdout: '', stderr: '' };
  const streamTo = (name: keyof typeof said) => {
    const stream = new PassThrough();
    stream.on('data', chunk => {
      said[name] += chunk;
    });
    return stream as unknown as NodeJS.WriteStream;
  };
  const stdin = new PassThrough();
  stdin.end(input);
  const shell: Shell = {
    args: [],
    environment,
    stdin: stdin as unknown as NodeJS.ReadStream,
    stdout: streamTo('stdout'),
    stderr: streamTo('stderr'),
    now: Date.now,
  };
  return { shell, stdout: () => said.stdout, stderr: () => said.stderr };
}
