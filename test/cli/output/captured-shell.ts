import { PassThrough, Writable } from 'node:stream';
import type { Shell } from '../../../src/cli/shell.ts';

/** A shell for commands in this process, and what they have written. */
export interface CapturedShell {
  readonly shell: Shell;
  readonly stdout: () => string;
  readonly stderr: () => string;
}

interface Options {
  /** The columns of a terminal; without it the output is a pipe. */
  readonly columns?: number;
  readonly stdin?: string;
  readonly environment?: NodeJS.ProcessEnv;
  /** The reader of the output goes away after so many writes. */
  readonly readsOnly?: number;
}

/** Makes a shell whose input is given and whose output is kept. */
export function captureShell({ columns, stdin = '', environment = {}, readsOnly }: Options = {}): CapturedShell {
  const stream = (limit = Number.POSITIVE_INFINITY) => {
    const parts: string[] = [];
    const writable = new Writable({
      write: (chunk, _encoding, done) => {
        if (parts.length >= limit) return done(Object.assign(new Error('nobody reads'), { code: 'EPIPE' }));
        parts.push(String(chunk));
        done();
      },
    });
    writable.on('error', () => undefined);
    const ofTerminal = columns === undefined ? {} : { isTTY: true, columns };
    return { stream: Object.assign(writable, ofTerminal) as unknown as NodeJS.WriteStream, text: () => parts.join('') };
  };
  const [out, err] = [stream(readsOnly), stream()];
  const input = new PassThrough();
  input.end(stdin);
  return {
    shell: {
      args: [],
      environment,
      stdin: input as unknown as NodeJS.ReadStream,
      stdout: out.stream,
      stderr: err.stream,
      now: Date.now,
    },
    stdout: out.text,
    stderr: err.text,
  };
}
