import { createInterface } from 'node:readline';
import type { SafeText } from '../../text/safe.ts';
import type { Shell } from '../shell.ts';

/** Asks on the terminal; anything but yes is no. The terminal stays as it is, so that Ctrl-C ends the command. */
export function confirm({ stdin, stderr }: Shell, question: SafeText): Promise<boolean> {
  stderr.write(`${question} [y/N] `);
  const lines = createInterface({ input: stdin, terminal: false });
  return new Promise(resolve => {
    lines.once('line', line => {
      resolve(/^\s*y(es)?\s*$/i.test(line));
      lines.close();
    });
    lines.once('close', () => resolve(false));
  });
}
