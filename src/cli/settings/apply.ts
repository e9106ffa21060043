import type { Command } from 'commander';
import type { Shell } from '../shell.ts';
import { exitCode, ShellError } from '../shell-error.ts';
import { readSettings } from './read.ts';

/** Whether a person said it with this command: a flag or the environment goes before the settings file. */
function isSaid(command: Command, flag: string): boolean {
  return ['cli', 'env'].includes(command.getOptionValueSource(flag) ?? '');
}

/** Flags that say where the desk works: if any of these is given, the file's values for the others are ignored. */
const placesOfWork = ['url', 'tokenFile', 'database', 'sample'];

/** Flags that the file says of a place of work: of the desk's, and not of `serve`. */
const ofPlace = [...placesOfWork, 'insecure'];

/**
 * Gives a command what the settings file says, where neither a flag nor the environment does. What is wrong in the file
 * ends any command but the desk, which says so and works without it.
 */
export async function applySettings(shell: Shell, command: Command, kind: 'desk' | 'command'): Promise<void> {
  const { flags, center, faults } = await readSettings(shell.environment);
  if (faults.length > 0 && kind === 'command') throw new ShellError(faults.join('\n'), exitCode.usage);
  shell.center = center;
  shell.faults = faults;
  const known = new Set(command.options.map(option => option.attributeName()));
  const isPlaced = placesOfWork.some(flag => isSaid(command, flag));
  for (const [flag, value] of Object.entries(flags)) {
    const isAnotherPlace = isPlaced && ofPlace.includes(flag);
    const isOfDesk = flag === 'insecure' && kind !== 'desk';
    const isInEnvironment = flag === 'tokenFile' && Boolean(shell.environment.FRONTDESK_TOKEN);
    if (known.has(flag) && !isSaid(command, flag) && !isAnotherPlace && !isOfDesk && !isInEnvironment)
      command.setOptionValueWithSource(flag, value, 'config');
  }
}
