import type { Command } from 'commander';

/** A command as it is typed: `frontdesk key list`. */
export function commandName(command: Command): string {
  return command.parent === null ? command.name() : `${commandName(command.parent)} ${command.name()}`;
}
