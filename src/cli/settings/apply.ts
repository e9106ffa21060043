import type { Command } from 'commander';
import type { Shell } from '../shell.ts';
import { exitCode, ShellError } from '../shell-error.ts';
import { readSettings } from './read.ts';
import type { Setting } from './setting.ts';
import { flagName, SETTINGS } from './table.ts';

/** Whether the user set it for this command: a flag or the environment overrides the settings file. */
function isSaid(command: Command, flag: string): boolean {
  return ['cli', 'env'].includes(command.getOptionValueSource(flag) ?? '');
}

/** Whether a flag or a variable sets the desk's place of work. `--sample` is one too, but no setting. */
function isPlaced(command: Command): boolean {
  const places = SETTINGS.filter(([, { place }]) => place === 'chooses').map(([name]) => flagName(name));
  return [...places, 'sample'].some(flag => isSaid(command, flag));
}

/**
 * Passes the settings file's values to a command, unless a flag or the environment sets them. An error in the file ends
 * any command except the desk, which reports it and works without the value.
 */
export async function applySettings(shell: Shell, command: Command, kind: 'desk' | 'command'): Promise<void> {
  const { flags, cache, center, mail, faults } = await readSettings(shell.environment);
  if (faults.length > 0 && kind === 'command') throw new ShellError(faults.join('\n'), exitCode.usage);
  shell.cache = cache;
  shell.center = center;
  // Without a name it is for the help center of the file itself, whatever a flag or a variable says.
  shell.mail = mail && { database: flags.database as string | undefined, ...mail };
  shell.faults = faults;
  const known = new Set(command.options.map(option => option.attributeName()));
  const isElsewhere = isPlaced(command);
  const isLeftOut = ({ place, isForCommands, insteadOf = '' }: Setting): boolean =>
    (place !== undefined && isElsewhere) ||
    (kind === 'command' && !isForCommands) ||
    // A flag of the same name may mean something else to a command that reaches no help center elsewhere.
    (place === 'belongs' && !known.has('url')) ||
    Boolean(shell.environment[insteadOf]);
  for (const [name, setting] of SETTINGS) {
    const flag = flagName(name);
    if (flag in flags && known.has(flag) && !isSaid(command, flag) && !isLeftOut(setting))
      command.setOptionValueWithSource(flag, flags[flag], 'config');
  }
}
