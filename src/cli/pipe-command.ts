import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { pipeline } from 'node:stream/promises';
import type { Pipe } from '../center/database/backup/stored.ts';
import { DatabaseRefused } from '../center/database/refused.ts';
import { safeLine } from '../text/safe.ts';
import { childEnvironment } from './secrets.ts';

/** At most this many characters of a failing command's words are shown. */
const MAX_SAID = 200;

/**
 * Returns a function that passes bytes through a command, run by `/bin/sh`: in by standard input, out by standard output.
 * At the end it throws a sentence if the command failed. `name`: the setting.
 */
export function pipeThrough(name: string, command: string): Pipe {
  return async function* (bytes) {
    const child = spawn('/bin/sh', ['-c', command], { env: childEnvironment(process.env) });
    const closed = once(child, 'close').catch(() => ['cannot be started']);
    let [said, length] = ['', 0];
    child.stderr.on('data', (chunk: Buffer) => {
      if (said.length < MAX_SAID) said += chunk.toString('utf8', 0, MAX_SAID);
    });
    // A command that ends before it has read everything says why by its exit code; the pipe to it may fail as well.
    let failure: unknown;
    const feeding = pipeline(bytes, child.stdin).catch(error => {
      failure = error;
    });
    try {
      for await (const chunk of child.stdout as AsyncIterable<Buffer>) {
        length += chunk.length;
        yield chunk;
      }
      await feeding;
      const [code, signal] = (await closed) as [number | string | null, string?];
      const { code: why } = (failure ?? {}) as NodeJS.ErrnoException;
      const isEarly = why === 'EPIPE' || why === 'ERR_STREAM_PREMATURE_CLOSE' || why === 'ECONNRESET';
      if (failure !== undefined && !isEarly) throw failure;
      const how = typeof code === 'string' ? code : `ended with ${signal ?? `exit code ${code}`}`;
      const failed = code === 0 ? (isEarly || length === 0 ? whyShort(length) : undefined) : how;
      if (failed !== undefined) throw refusal(name, failed, said);
    } finally {
      child.kill();
    }
  };
}

function whyShort(length: number): string {
  return length === 0 ? 'printed nothing' : 'ended before it had read all';
}

function refusal(name: string, failed: string, said: string): DatabaseRefused {
  const words = safeLine(said.split('\n', 1)[0]!.trim());
  return new DatabaseRefused(
    `The command of ${name} ${failed}${words === '' ? '' : ` (it says: ${words})`}. Nothing was finished, and every ` +
      'backup stays as it was. Run it by hand to see why.',
  );
}
