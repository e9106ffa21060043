import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { run } from '../../src/cli/main.ts';
import { temporaryFolder } from '../harness/temporary.ts';
import type { Ended } from './run-shell.ts';
import type { ServedCenter } from './served-center.ts';
import { shellHere } from './shell-here.ts';

interface Options {
  /** Whose token the command has; by default the admin’s. Another text is a token itself. */
  readonly as?: 'admin' | 'agent' | 'key' | `fd_${string}`;
  /** Standard input. */
  readonly input?: string;
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
    const { shell, stdout, stderr } = shellHere(environment, input, { columns });
    const code = await run(shell, [...args, '--url', url]);
    return { code, stdout: stdout(), stderr: stderr() };
  };
}
