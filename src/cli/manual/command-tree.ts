import type { Command, Help, Option } from 'commander';

/** One command of the shell, as its help describes it. */
export interface Described {
  /** `frontdesk mail queue list`. */
  readonly words: string;
  readonly command: Command;
  /** Without `--help`, which all have. */
  readonly options: readonly Option[];
}

/** Every command that does something, in the order of the help; a group of commands stands for its members. */
export function commandsOf(program: Command): readonly Described[] {
  return below(program, program.name(), program.createHelp());
}

function below(parent: Command, words: string, help: Help): readonly Described[] {
  return help.visibleCommands(parent).flatMap(command => {
    if (command.name() === 'help') return [];
    const own = `${words} ${command.name()}`;
    const inner = below(command, own, help);
    return inner.length > 0 ? inner : [{ words: own, command, options: ownOptions(command, help) }];
  });
}

/** The options of a command that its help lists, without `--help`. */
export function ownOptions(command: Command, help: Help = command.createHelp()): readonly Option[] {
  return help.visibleOptions(command).filter(({ long }) => long !== '--help');
}

/** The usage after the words of a command: `<path...> [options]`. */
export function usageOf({ command, options }: Described): string {
  const args = command.registeredArguments.map(argument => {
    const name = `${argument.name()}${argument.variadic ? '...' : ''}`;
    return argument.required ? `<${name}>` : `[${name}]`;
  });
  return [...(options.length > 0 ? ['[options]'] : []), ...args].join(' ');
}
