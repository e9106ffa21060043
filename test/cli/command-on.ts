import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { run } from '../../src/cli/main.ts';
import { temporaryFolder } from '../harness/temporary.ts';
import type { Ended } from './run-shell.ts';
import type { ServedCenter } from './served-center.ts';
import { shellHere } from './shell-here.ts';

interface Options {
  /** Whose token the command has; by default the admin’s. Another text is a token itself. */
  readonly as?: 'admin' | 'agent' | 'key' | `fd_${string}`;
  /** Standard input. A terminal is made from what the command has said on stderr. */
  readonly input?: string | ((said: () => string) => Readable);
  /** The columns of a terminal; without it the output is a pipe. */
  readonly columns?: number;
}

/** Returns a function that runs a command on a help center, in this process. */
export function commandOn({ url, tokens }: ServedCenter) {
  const config = join(temporaryFolder(), 'config.toml');
  writeFileSync(config, '');
  return async (args: readonly string[], { as = 'admin', input = '', columns }: Options = {}): Promise<Ended> => {
    const token = as in tokens ? tokens[as as keyof typeof tokens] : as;
    const environment = { FRONTDESK_CONFIG: config, FRONTDESK_TOKEN: token };
    const isTyped = typeof input !== 'string';
    const { shell: piped, stdout, stderr } = shellHere(environment, isTyped ? '' : input, { columns });
    const terminal = () => Object.assign((input as (said: () => string) => Readable)(stderr), { isTTY: true });
    const shell = isTyped ? { ...piped, stdin: terminal() as unknown as NodeJS.ReadStream } : piped;
    const code = await run(shell, [...args, '--url', url]);
    return { code, stdout: stdout(), stderr: stderr() };
  };
}
