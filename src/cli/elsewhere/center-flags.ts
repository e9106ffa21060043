import type { Command } from 'commander';
import { flagOption } from '../settings/flags.ts';
import type { DeskTold } from '../settings/table.ts';

/** The flags of every command that reaches a help center, wherever that is. */
const CENTER_FLAGS = [
  'profile',
  'url',
  'token_file',
  'token_command',
  'connect_command',
  'ca_file',
  'database',
  'insecure',
  'read_only',
] as const;

/** The values of these flags, the environment and the settings. */
export type CenterFlags = Pick<
  DeskTold,
  'url' | 'tokenFile' | 'tokenCommand' | 'connectCommand' | 'database' | 'insecure' | 'readOnly'
>;

/** Adds the flags that say which help center a command works on, and how. */
export function addCenterFlags(command: Command): Command {
  for (const name of CENTER_FLAGS) command.addOption(flagOption(name).helpGroup('Which help center, and how:'));
  return command;
}
