import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { listen } from '../../src/center/http/listen.ts';
import { run } from '../../src/cli/main.ts';
import { type OpenCenter, openCenter } from '../center/open-center.ts';
import { temporaryFolder } from '../harness/temporary.ts';
import type { Ended } from './run-shell.ts';
import { shellHere } from './shell-here.ts';

interface Options {
  /** Whose token the command has; by default the admin’s. */
  readonly as?: 'admin' | 'agent' | 'key';
  /** Standard input. */
  readonly input?: string;
  /** The columns of a terminal; without it the output is a pipe. */
  readonly columns?: number;
}

/** A help center in this process that listens. */
export interface ServedCenter extends OpenCenter {
  readonly url: string;
  /** Runs a command on it, in this process. */
  readonly frontdesk: (args: readonly string[], options?: Options) => Promise<Ended>;
}

/** Opens a help center that listens until the test has finished. */
export async function serveCenter(): Promise<ServedCenter> {
  const center = await openCenter();
  const server = await listen(center.center, { host: '127.0.0.1', port: 0 });
  onTestFinished(async () => {
    await server.close();
    await center.close();
  });
  const { url } = server;
  const config = join(temporaryFolder(), 'config.toml');
  writeFileSync(config, '');
  return {
    ...center,
    url,
    frontdesk: async (args, { as = 'admin', input = '', columns } = {}) => {
      const environment = { FRONTDESK_CONFIG: config, FRONTDESK_TOKEN: center.tokens[as] };
      const { shell, stdout, stderr } = shellHere(environment, input, { columns });
      const code = await run(shell, [...args, '--url', url]);
      return { code, stdout: stdout(), stderr: stderr() };
    },
  };
}
