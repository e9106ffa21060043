import { spawn } from 'node:child_process';
import { DatabaseRefused } from '../center/database/refused.ts';
import { safeLine } from '../text/safe.ts';
import { childEnvironment } from './secrets.ts';

/** Characters of what a command says when it fails. */
const MAX_SAID = 200;

/**
 * Returns a function that passes bytes through a command, run by `/bin/sh`: in by standard input, out by standard output.
 * It throws a sentence if the command fails. `name`: the setting.
 */
export function pipeThrough(name: string, command: string): (bytes: Buffer) => Promise<Buffer> {
  return async bytes => {
    const child = spawn('/bin/sh', ['-c', command], { env: childEnvironment(process.env) });
    const out: Buffer[] = [];
    let said = '';
    child.stdout.on('data', (chunk: Buffer) => out.push(chunk));
    child.stderr.on('data', (chunk: Buffer) => {
      if (said.length < MAX_SAID) said += chunk.toString('utf8', 0, MAX_SAID);
    });
    // A command that ends before it has read all says why by its exit code.
    child.stdin.on('error', () => undefined).end(bytes);
    const how = await new Promise<string | undefined>(resolve => {
      child.once('error', () => resolve('cannot be started'));
      child.once('close', (code, signal) =>
        resolve(code === 0 ? undefined : `ended with ${signal ?? `exit code ${code}`}`),
      );
    });
    const result = Buffer.concat(out);
    const failed = how ?? (result.length === 0 ? 'printed nothing' : undefined);
    if (failed === undefined) return result;
    const words = safeLine(said.split('\n', 1)[0]!.trim());
    throw new DatabaseRefused(
      `The command of ${name} ${failed}${words === '' ? '' : ` (it says: ${words})`}. Nothing was finished, and every ` +
        'backup stays as it was. Run it by hand to see why.',
    );
  };
}
