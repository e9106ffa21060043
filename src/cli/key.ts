import { createApiKey } from '../center/administration.ts';
import { withCenter } from './open-center.ts';
import type { Shell } from './shell.ts';
import { exitCode } from './shell-error.ts';

/** `frontdesk key create`: the key goes to stdout, alone and once; what to do with it to stderr. */
export const createKey = (shell: Shell, name: string, flags: { readonly database?: string }): Promise<number> =>
  withCenter(shell, flags.database, async center => {
    const { token } = await createApiKey(center, name);
    shell.stderr.write('The API key is shown this once. Keep it where only its user can read it.\n');
    shell.stdout.write(`${token}\n`);
    return exitCode.done;
  });
