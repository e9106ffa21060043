import type { Command } from 'commander';
import { SETTINGS } from '../settings/table.ts';
import { commandsOf, ownOptions } from './command-tree.ts';
import { VARIABLES, type Variable } from './environment.ts';

/** Every variable: those of flags and settings first, each once. */
export function environmentOf(program: Command): readonly Variable[] {
  const options = [program, ...commandsOf(program).map(({ command }) => command)].flatMap(one => ownOptions(one));
  const all = [
    ...options.flatMap(({ envVar, long }) => (envVar === undefined ? [] : [{ name: envVar, help: `As ${long}.` }])),
    ...SETTINGS.flatMap(([name, { insteadOf, help }]) =>
      insteadOf === undefined
        ? []
        : [{ name: insteadOf, help: `In place of ${name}: the contents of that file (${help}).` }],
    ),
    ...VARIABLES,
  ];
  return all.filter(({ name }, at) => all.findIndex(other => other.name === name) === at);
}
