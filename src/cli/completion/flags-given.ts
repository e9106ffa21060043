import { Command } from 'commander';
import { withFlags } from '../declared/flag.ts';
import { type CenterFlags, centerFlags } from '../declared/shared-flags.ts';
import { applySettings } from '../settings/apply.ts';
import type { Shell } from '../shell.ts';

/** The help center that a command line names so far, with what the environment and the settings say. */
export async function centerFlagsOf(shell: Shell, given: ReadonlyMap<string, string>): Promise<CenterFlags> {
  const command = withFlags(new Command(), centerFlags).exitOverride();
  const words = command.options.flatMap(({ long, required }) => {
    const value = given.get(long?.slice(2) ?? '');
    if (value === undefined || !long) return [];
    return required ? [`${long}=${value}`] : [long];
  });
  command.configureOutput({ writeErr: () => undefined }).parse(words, { from: 'user' });
  await applySettings(shell, command, 'desk');
  return command.opts();
}
