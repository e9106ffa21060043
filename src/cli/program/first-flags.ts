import type { Command } from 'commander';

/** The first argument that is neither a flag of the program nor the value of one; undefined if there is none. */
export function firstWord({ options }: Command, args: readonly string[]): string | undefined {
  for (let at = 0; at < args.length; at += 1) {
    const arg = args[at]!;
    if (!arg.startsWith('-')) return arg;
    if (options.find(({ long, short }) => arg === long || arg === short)?.required) at += 1;
  }
  return undefined;
}

/**
 * The flags before a command's name count as if they stood behind it. One that the command does not take ends it: the
 * work would be done in another place than the user thinks.
 */
export function passFlagsOn(program: Command, command: Command): void {
  if (command === program) return;
  for (const option of program.options) {
    const name = option.attributeName();
    if (program.getOptionValueSource(name) !== 'cli') continue;
    if (!command.options.some(other => other.attributeName() === name))
      command.error(`error: ${command.name()} takes no ${option.long}, which is a flag of the desk`);
    if (command.getOptionValueSource(name) !== 'cli')
      command.setOptionValueWithSource(name, program.getOptionValue(name), 'cli');
  }
}
