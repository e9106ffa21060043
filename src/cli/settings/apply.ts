import type { Command } from 'commander';
import type { Shell } from '../shell.ts';
import { exitCode, ShellError } from '../shell-error.ts';
import { readSettings } from './read.ts';
import { flagName, SETTINGS, type Setting } from './table.ts';

/** Whether a person said it with this command: a flag or the environment goes before the settings file. */
function isSaid(command: Command, flag: string): boolean {
  return ['cli', 'env'].includes(command.getOptionValueSource(flag) ?? '');
}

/** Whether a flag or a variable says where the desk works; the sample is no setting, but a place. */
function isPlaced(command: Command): boolean {
  const places = SETTINGS.filter(([, { place }]) => place === 'chooses').map(([name]) => flagName(name));
  return [...places, 'sample'].some(flag => isSaid(command, flag));
}

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
  const isElsewhere = isPlaced(command);
  const isLeftOut = ({ place, isForCommands, insteadOf = '' }: Setting): boolean =>
    (place !== undefined && isElsewhere) ||
    (kind === 'command' && !isForCommands) ||
    Boolean(shell.environment[insteadOf]);
  for (const [name, setting] of SETTINGS) {
    const flag = flagName(name);
    if (flag in flags && known.has(flag) && !isSaid(command, flag) && !isLeftOut(setting))
      command.setOptionValueWithSource(flag, flags[flag], 'config');
  }
}
