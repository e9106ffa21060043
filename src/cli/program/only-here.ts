import type { Command } from 'commander';
import { safeLine } from '../../text/safe.ts';
import { commandName } from '../command-name.ts';
import { plainPlace } from '../elsewhere/plain-place.ts';
import { paths } from '../paths.ts';
import type { Shell } from '../shell.ts';
import { ShellError } from '../shell-error.ts';

/**
 * Refuses a command that works on a database of this machine alone, if nothing names one and `frontdesk` opens a help center
 * elsewhere: the command would work in another place than the user sees.
 */
export async function refuseElsewhere(shell: Shell, command: Command, named: string | undefined): Promise<void> {
  if (named !== undefined || ['cli', 'env'].includes(command.getOptionValueSource('database') ?? '')) return;
  const place = await plainPlace(shell);
  if (!('url' in place)) return;
  throw new ShellError(
    `frontdesk opens ${safeLine(place.url)} here, and ${commandName(command)} works on a database of this machine. Nothing was done.\n` +
      `For the help center there, run it on its machine. For the one here, add: --database ${paths.database()}`,
  );
}
